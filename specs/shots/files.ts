import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AppPage } from '../e2e/app-page.rig.js';
import type { Show } from './camera.js';

const CART = `import { formatPrice } from './format.js';
import type { Item } from './items.js';

/** What a customer is about to buy. */
export class Cart {
  readonly #items = new Map<string, Item>();

  add(item: Item): void {
    this.#items.set(item.id, item);
  }

  /** The sum, without shipping. */
  get total(): number {
    return [...this.#items.values()].reduce((sum, { price, count }) => sum + price * count, 0);
  }

  toString(): string {
    return \`\${this.#items.size} items, \${formatPrice(this.total)}\`;
  }
}
`;
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="160" viewBox="0 0 24 16">
  <rect x="2" y="2" width="20" height="12" rx="3" fill="#6b5bd2"/><circle cx="9" cy="8" r="3" fill="#fff"/>
  <path d="M13 11l4-6 4 6z" fill="#ffd166"/></svg>
`;

/** A small shop, with a repository in which something is under way. */
function fill(folder: string): void {
  const write = (name: string, text: string | Buffer) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
  write('src/cart.ts', CART.replace(', without shipping', ''));
  write('src/format.ts', 'export const formatPrice = (cents: number) => `$${(cents / 100).toFixed(2)}`;\n');
  write('src/items.ts', 'export interface Item {\n  id: string;\n  price: number;\n  count: number;\n}\n');
  write('src/pages/checkout.ts', 'export {};\n');
  write('assets/logo.svg', LOGO);
  write('assets/glow.svg', LOGO.replace('<path', '<filter id="f"><feGaussianBlur stdDeviation="900"/></filter><path'));
  write('assets/sound.bin', Buffer.from(Array.from({ length: 900 }, (_, n) => (n * 37) % 256)));
  write('.gitignore', 'dist/\n');
  write('dist/bundle.js', '//\n');
  write('README.md', '# Shop\n\nA shop.\n');
  write('package.json', '{ "name": "shop" }\n');
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '-q', '-m', 'Open the shop');
  write('src/cart.ts', CART);
  write('src/pages/orders.ts', 'export {};\n');
}

/** The files of a small shop, in the states that they have. */
export async function shootFiles(folder: string, { page }: AppPage, show: Show): Promise<void> {
  fill(folder);
  const panel = page.getByRole('complementary', { name: 'Work panel' });
  const open = async (name: string) => {
    await page.keyboard.press('Control+e');
    await panel.getByRole('combobox', { name: 'Find a file' }).fill(name);
    await panel.getByRole('option', { name }).first().click();
  };
  await page.keyboard.press('Control+e');
  await panel.getByRole('option').first().waitFor();
  await page.keyboard.press('Escape');
  await panel.getByRole('treeitem', { name: /^src/ }).click();
  await panel.getByRole('treeitem', { name: /^pages/ }).click();
  await panel.getByRole('treeitem', { name: 'orders.ts, untracked' }).waitFor();
  await panel.getByRole('treeitem', { name: /^pages/ }).hover();
  await show('files-tree');
  await open('src/cart.ts');
  await panel.locator('.file-line .tk-keyword').first().waitFor();
  await show('files-file');
  await panel.locator('.file-number').nth(11).click();
  await panel
    .locator('.file-number')
    .nth(14)
    .click({ modifiers: ['Shift'] });
  await panel.locator('.file-scroll').focus();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('item');
  await panel.locator('mark.current').waitFor();
  await show('files-search');
  await page.keyboard.press('Escape');
  await panel.getByRole('button', { name: 'More actions' }).click();
  await show('files-menu');
  await panel.getByRole('button', { name: 'The version in the last commit' }).click();
  await panel.locator('.version-bar').waitFor();
  await show('files-version');
  await panel.getByRole('button', { name: 'Show the current file' }).click();
  await panel.getByRole('button', { name: 'Edit', exact: true }).click();
  const text = panel.getByRole('textbox', { name: 'Edit src/cart.ts' });
  await text.waitFor();
  await text.focus();
  await page.keyboard.type('// Prices are in cents.');
  await page.keyboard.press('Enter');
  await show('files-editor');
  writeFileSync(join(folder, 'src/cart.ts'), CART.replace('What a customer', 'All that a customer'));
  await page.keyboard.press('Control+s');
  await panel.getByRole('button', { name: 'Show difference' }).click();
  await panel.locator('.edit-difference [role="row"]').first().waitFor();
  await show('files-conflict');
  await panel.getByRole('button', { name: 'Take theirs' }).click();
  await panel.getByRole('button', { name: 'Done' }).click();
  await open('assets/logo.svg');
  await panel.locator('.file-text').getByText('<svg').first().waitFor();
  await show('files-drawing');
  await panel.getByRole('button', { name: 'Show as image' }).click();
  await panel.locator('.picture-size').getByText('×').waitFor();
  await show('files-picture');
  await open('assets/glow.svg');
  await panel.getByRole('button', { name: 'Show as image' }).click();
  await panel.getByText('could freeze the page').waitFor();
  await show('files-heavy');
  await open('assets/sound.bin');
  await panel.locator('.hex').waitFor();
  await show('files-bytes');
}
