// What the files for containers must say, whoever edits them: who runs, what is read-only, who reaches guacd, which version.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

import { root } from './lib/root.mjs';

const read = (path) => readFileSync(join(root, 'packaging', path), 'utf8');
const yaml = (path) => parse(read(path), { merge: true });
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const IMAGE = `localhost/jadegate:${version}`;
const PRODUCT = 10_001;
const GUACD = 10_002;

it('the images run as users of their own', () => {
  const stages = read('container/Containerfile').split(/^FROM /m);
  const userOf = (name) =>
    /^USER (\S+)$/m.exec(stages.find((stage) => stage.startsWith(`scratch AS ${name}\n`)))?.[1];
  expect([userOf('product'), userOf('guacd')]).toEqual([`${PRODUCT}:${PRODUCT}`, `${GUACD}:${GUACD}`]);
  expect(read('container/Containerfile')).toContain('HEALTHCHECK');
});

describe.each(['compose.yaml', 'compose.scale.yaml'])('%s', (file) => {
  const { services, secrets } = yaml(`container/${file}`);
  const ofProduct = Object.values(services).filter(({ image }) => image.startsWith('localhost/jadegate'));

  it('closes every service', () => {
    for (const service of Object.values(services)) {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
      // `latest` is another one tomorrow
      expect(service.image).toMatch(/:\d+(\.\d+)*$/);
    }
  });

  it('runs this version as its user', () => {
    expect(ofProduct.length).toBeGreaterThan(0);
    for (const { image, user } of ofProduct) {
      expect([image, user]).toEqual([IMAGE, `${PRODUCT}:${PRODUCT}`]);
    }
  });

  it('lets SSH clients in', () => {
    const published = Object.values(services).flatMap(({ ports = [] }) => ports);
    expect(published.filter((port) => /(^|:)2222:2222$/.test(port))).toHaveLength(1);
  });

  it('leaves guacd to the servers', () => {
    const { ports, expose, network_mode: mode, networks, user } = services.guacd;
    expect({ ports, expose, mode, networks, user }).toEqual({
      networks: ['desktops'],
      user: `${GUACD}:${GUACD}`,
    });
    const beside = Object.entries(services).filter(([, service]) =>
      [service.networks].flat().some((names) => names === 'desktops' || 'desktops' in Object(names)),
    );
    expect(beside.map(([name]) => name).filter((name) => !/^(jadegate|gate-\d|guacd)$/.test(name))).toEqual(
      [],
    );
  });

  it('takes secrets from files that are declared', () => {
    for (const { environment = {}, secrets: given = [] } of Object.values(services)) {
      expect(Object.keys(secrets)).toEqual(expect.arrayContaining(given));
      const inTheClear = Object.keys(environment).filter((key) =>
        /^DATABASE_URL$|(KEY|KEY_ID|PASSWORD)$/.test(key),
      );
      expect(inTheClear).toEqual([]);
    }
  });

  it('waits as long as a server may drain', () => {
    for (const { environment, stop_grace_period: grace } of ofProduct.filter(
      ({ restart }) => restart !== 'no',
    )) {
      expect(parseInt(grace, 10)).toBeGreaterThan(Number(environment.JADEGATE_DRAIN_SECONDS ?? 10));
    }
  });
});

it('haproxy.cfg is the example of docs/scale.md at the addresses of compose.scale.yaml', () => {
  const page = readFileSync(join(root, 'docs/scale.md'), 'utf8');
  const [, example] = /^```haproxy\n([^]*?)^```$/m.exec(page);
  const here = example
    .replace(':443 ', ':8443 ')
    .replace('/etc/haproxy/gate.pem', '/run/secrets/gate.pem')
    .replaceAll(/10\.0\.0\.1(\d):8443 check .*/g, '10.88.43.1$1:8088 check')
    .replaceAll(/10\.0\.0\.1(\d):2222 (.* check port) 8443 .*/g, '10.88.43.1$1:2222 $2 8088');
  expect(read('container/haproxy.cfg').replace(/^#.*\n/, '')).toBe(here);
  const { services } = yaml('container/compose.scale.yaml');
  expect(services.haproxy.networks.front.ipv4_address).toBe(
    services['gate-1'].environment.JADEGATE_TRUSTED_PROXIES,
  );
});

describe('quadlets', () => {
  const entriesOf = (file) => read(`container/quadlet/${file}`).split('\n');

  it.each([
    ['jadegate', 'jadegate', PRODUCT],
    ['jadegate-guacd', 'jadegate-guacd', GUACD],
  ])('%s is closed, and this version', (file, image, user) => {
    expect(entriesOf(`${file}.container`)).toEqual(
      expect.arrayContaining([
        `Image=localhost/${image}:${version}`,
        `User=${user}`,
        'ReadOnly=true',
        'NoNewPrivileges=true',
        'DropCapability=all',
      ]),
    );
  });

  it('publish the product on loopback, and guacd nowhere', () => {
    const ports = readdirSync(join(root, 'packaging/container/quadlet'))
      .flatMap(entriesOf)
      .filter((line) => line.startsWith('PublishPort='));
    expect(ports).toEqual(['PublishPort=127.0.0.1:8088:8088', 'PublishPort=127.0.0.1:2222:2222']);
  });
});

describe('Kubernetes', () => {
  const CLOSED = {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  };
  const pod = yaml('kubernetes/pod/pod.yaml').spec.template.spec;
  const objectsOf = (path) =>
    parseAllDocuments(read(`kubernetes/${path}`)).map((document) => document.toJS());
  const literal = (overlay, name) => {
    const { configMapGenerator } = yaml(`kubernetes/${overlay}/kustomization.yaml`);
    return configMapGenerator[0].literals.find((line) => line.startsWith(`${name}=`))?.split('=')[1];
  };

  it('the pod is closed, hears of no Service, and is asked how it is', () => {
    expect(pod).toMatchObject({
      enableServiceLinks: false,
      automountServiceAccountToken: false,
      securityContext: {
        runAsNonRoot: true,
        runAsUser: PRODUCT,
        fsGroup: PRODUCT,
        seccompProfile: { type: 'RuntimeDefault' },
      },
    });
    expect(pod.containers).toHaveLength(1);
    expect(pod.containers[0]).toMatchObject({
      image: 'localhost/jadegate',
      securityContext: CLOSED,
      livenessProbe: { httpGet: { path: '/healthz' } },
      readinessProbe: { httpGet: { path: '/readyz' } },
      lifecycle: { preStop: {} },
    });
    expect(yaml('kubernetes/pod/kustomization.yaml').images).toEqual([
      { name: 'localhost/jadegate', newTag: version },
    ]);
  });

  it.each([
    ['scale', 'deployment.yaml', 2],
    ['single', 'statefulset.yaml', 1],
  ])('%s: as many servers as its database carries, with time to drain', (overlay, file, replicas) => {
    const [{ spec }] = objectsOf(`overlays/${overlay}/${file}`);
    expect(spec.replicas).toBe(replicas);
    const preStop = Number(pod.containers[0].lifecycle.preStop.exec.command[1]);
    const drain = Number(literal(`overlays/${overlay}`, 'JADEGATE_DRAIN_SECONDS'));
    expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(preStop + drain);
    const { components, resources } = yaml(`kubernetes/overlays/${overlay}/kustomization.yaml`);
    expect(components).toEqual(['../../pod']);
    expect(resources).toContain('../../base');
    expect(resources.includes('disruption-budget.yaml')).toBe(replicas > 1);
  });

  it('people reach the console by the Ingress, and SSH at a Service of its own', () => {
    const [http, ssh] = objectsOf('base/service.yaml');
    const [ingress] = objectsOf('base/ingress.yaml');
    const [{ backend }] = ingress.spec.rules[0].http.paths;
    expect([http.spec.type, backend.service.name]).toEqual([undefined, http.metadata.name]);
    expect(ssh.spec).toMatchObject({ type: 'LoadBalancer', externalTrafficPolicy: 'Local' });
    const named = pod.containers[0].ports.map(({ name }) => name);
    expect([http, ssh].map(({ spec }) => spec.ports[0].targetPort)).toEqual(named);
  });

  it('guacd is closed, and reached by the servers alone', () => {
    const [{ spec }, service, policy] = objectsOf('base/guacd.yaml');
    expect(spec.template.spec).toMatchObject({
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, runAsUser: GUACD },
    });
    expect(spec.template.spec.containers[0].securityContext).toEqual(CLOSED);
    expect(service.spec.type).toBeUndefined();
    expect(policy.spec.ingress).toEqual([
      {
        from: [{ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'jadegate' } } }],
        ports: [{ port: 'guacd' }],
      },
    ]);
    const { services } = yaml('container/compose.yaml');
    expect(spec.template.spec.containers[0].image).toBe(services.guacd.image);
  });
});
