export const source = import.meta.glob<string>('../../../../../manual/en/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
