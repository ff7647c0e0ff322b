/** How Vite hands over the text of a style sheet. */
declare module '*.css?inline' {
  const text: string;

  // biome-ignore lint/style/noDefaultExport: Vite gives the text this way
  export { text as default };
}
