// Lint rule: no option that hands a command line to a shell or accepts any TLS certificate.

const unsafe = {
  shell: {
    isUnsafe: (value) => value.type === 'Literal' && value.value !== false,
    message: 'a shell interprets what it is given: run the program itself, with a list of arguments',
  },
  rejectUnauthorized: {
    isUnsafe: (value) => value.type === 'Literal' && value.value === false,
    message: 'this accepts any certificate: pass the expected one as `ca`',
  },
};

export const unsafeOptions = {
  create: (context) => ({
    Property(node) {
      const name = node.key.name ?? node.key.value;
      if (Object.hasOwn(unsafe, name) && unsafe[name].isUnsafe(node.value)) {
        context.report({ node, message: unsafe[name].message });
      }
    },
    AssignmentExpression(node) {
      const name = node.left.property?.name;
      if (Object.hasOwn(unsafe, name ?? '') && unsafe[name].isUnsafe(node.right)) {
        context.report({ node, message: unsafe[name].message });
      }
    },
  }),
};
