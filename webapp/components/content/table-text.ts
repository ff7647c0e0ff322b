/** A drawn table as text: as Markdown, or as CSV for a spreadsheet. */
export function tableText(table: HTMLTableElement, isCsv: boolean): string {
  const rows = [...table.rows].map((row) => [...row.cells].map(({ textContent }) => (textContent ?? '').trim()));
  if (isCsv) return rows.map((cells) => cells.map(csvCell).join(',')).join('\r\n');
  const lines = rows.map((cells) => `| ${cells.map(markdownCell).join(' | ')} |`);
  const rule = `|${rows[0]?.map(() => ' --- ').join('|') ?? ''}|`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

/** A cell that a spreadsheet would take for a formula is only words. */
function csvCell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

function markdownCell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
}
