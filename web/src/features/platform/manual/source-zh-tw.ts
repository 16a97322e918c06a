export const source = import.meta.glob<string>('../../../../../manual/zh-TW/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
