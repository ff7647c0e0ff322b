/** How Vite names the built file of a worker. */
declare module '*?worker&url' {
  const url: string;

  // biome-ignore lint/style/noDefaultExport: Vite gives the address this way
  export { url as default };
}
