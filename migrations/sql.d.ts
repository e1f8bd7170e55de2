declare module '*.sql' {
  const text: string
  // biome-ignore lint/style/noDefaultExport: an imported text is a default export
  export default text
}
