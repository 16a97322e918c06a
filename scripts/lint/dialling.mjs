// Lint rule: only the dialling module connects to a host that a person may have entered, because what it dials is judged
// there. Others get a stream from it. Those who connect to a part of the product itself are listed.
import { relative, resolve } from 'node:path';

import { isTest } from './zones.mjs';

const root = resolve(import.meta.dirname, '../..');

/** Where an address comes from the operator, or is judged. */
export const HOMES = new Set([
  'server/src/protocols/dial/tcp.ts',
  'server/src/protocols/guacd/connect-guacd.ts',
  'server/src/protocols/guacd/probe-guacd.ts',
  'server/src/http/peer-forward.ts',
  // to an address that judgedAddress of protocols/dial gave it; connectTcp makes no datagrams
  'server/src/platform/event-destination/senders/syslog-datagram-sender.ts',
  // the people of the demo, at the server that they are in
  'server/src/demo/demo-client.ts',
]);

/** What connects, by module. `over` names the option by which it uses a stream that is there already. */
const DIALLERS = {
  net: { names: ['connect', 'createConnection'] },
  tls: { names: ['connect'], over: 'socket' },
  http: { names: ['request', 'get'], over: 'createConnection' },
  https: { names: ['request', 'get'], over: 'createConnection' },
  http2: { names: ['connect'], over: 'createConnection' },
  dgram: { names: ['createSocket'] },
};
const MAILER = { names: ['createTransport'], over: 'getSocket' };

const message =
  'this dials a host by itself: get a stream from connectTcp of server/src/protocols/dial, which judges it';

function diallersOf(source) {
  return source === 'nodemailer' ? MAILER : DIALLERS[source.replace(/^node:/, '')];
}

const hasKey = (node, name) =>
  node.type === 'ObjectExpression' &&
  node.properties.some(
    (property) => property.type === 'Property' && (property.key.name ?? property.key.value) === name,
  );

export const dialling = {
  create(context) {
    const file = relative(root, context.filename).replaceAll('\\', '/');
    if (!file.startsWith('server/src/') || isTest(file) || HOMES.has(file)) {
      return {};
    }
    /** What an imported name stands for: a module, or one function of it. */
    const modules = new Map();
    const functions = new Map();
    const objects = new Map();
    const optionsOf = (argument) =>
      argument.type === 'Identifier' ? (objects.get(argument.name) ?? argument) : argument;
    const says = (node, key) => node.arguments.some((argument) => hasKey(optionsOf(argument), key));
    // with an agent Node leaves `createConnection` aside and dials by itself
    const isOverStream = ({ over }, node) => over !== undefined && says(node, over) && !says(node, 'agent');
    return {
      ImportDeclaration(node) {
        const dialler = diallersOf(node.source.value);
        if (!dialler || node.importKind === 'type') {
          return;
        }
        for (const one of node.specifiers) {
          if (one.type !== 'ImportSpecifier') {
            modules.set(one.local.name, dialler);
          } else if (dialler.names.includes(one.imported.name ?? one.imported.value)) {
            functions.set(one.local.name, dialler);
          }
        }
      },
      VariableDeclarator({ id, init }) {
        if (id.type === 'Identifier' && init) {
          objects.set(id.name, init.type === 'TSAsExpression' ? init.expression : init);
        }
      },
      NewExpression(node) {
        if (node.callee.name === 'WebSocket' || node.callee.name === 'EventSource') {
          context.report({ node, message });
        }
      },
      CallExpression(node) {
        const { callee } = node;
        if (callee.type === 'Identifier') {
          const dialler = functions.get(callee.name);
          if (callee.name === 'fetch' || (dialler && !isOverStream(dialler, node))) {
            context.report({ node, message });
          }
          return;
        }
        if (callee.type !== 'MemberExpression' || callee.computed) {
          return;
        }
        const name = callee.property.name;
        const places =
          callee.object.type === 'ConditionalExpression'
            ? [callee.object.consequent, callee.object.alternate]
            : [callee.object];
        const dialler = places
          .map((place) => modules.get(place.name))
          .find((one) => one?.names.includes(name));
        if (dialler && !isOverStream(dialler, node)) {
          context.report({ node, message });
        }
      },
    };
  },
};
