import { expect, it, vi } from 'vitest';

/** A file that cannot be read, which is found out when somebody says so. */
function brokenFile(name: string) {
  let breaks = (): void => undefined;
  const reading = new Promise<ArrayBuffer>((_resolve, reject) => {
    breaks = () => reject(new Error(`${name} broke`));
  });
  return { file: { name, size: 1000, slice: () => ({ arrayBuffer: () => reading }) }, breaks };
}

it('says nothing of a file below the name of one that was chosen after it', async () => {
  const player = document.createElement('main');
  player.id = 'player';
  document.body.append(player);
  await import('./main.ts');
  const input = player.querySelector('input') as HTMLInputElement;
  const choose = ({ file }: ReturnType<typeof brokenFile>) => {
    Object.defineProperty(input, 'files', { value: [file], configurable: true });
    input.dispatchEvent(new Event('change'));
  };
  const [large, small] = [brokenFile('large.jgz'), brokenFile('small.jgz')];
  choose(large);
  choose(small);
  small.breaks();
  await vi.waitFor(() => expect(player.textContent).toContain('small.jgz broke'));
  large.breaks();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(player.textContent).toContain('small.jgz broke');
  expect(player.textContent).not.toContain('large.jgz');
  player.remove();
});
