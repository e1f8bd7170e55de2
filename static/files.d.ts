// biome-ignore-all lint/style/noDefaultExport: the bundler hands over a file as a default export
/** Files that the bundler embeds: as text, or as a path to read. */
declare module '*.css' {
  const text: string
  export default text
}
declare module '*.svg' {
  const text: string
  export default text
}
declare module '*.woff2' {
  const path: string
  export default path
}
declare module '*/app.js' {
  const text: string
  export default text
}
declare module '*/passkey.js' {
  const text: string
  export default text
}
declare module '*/charts.js' {
  const text: string
  export default text
}
declare module '*/copy.js' {
  const text: string
  export default text
}
declare module '*/drafts.js' {
  const text: string
  export default text
}
declare module '*/fields.js' {
  const text: string
  export default text
}
declare module '*/api-equivalent.js' {
  const text: string
  export default text
}
declare module '*/undo.js' {
  const text: string
  export default text
}
declare module '*/words.js' {
  const text: string
  export default text
}
declare module '*/try.js' {
  const text: string
  export default text
}
declare module '*/rows.js' {
  const text: string
  export default text
}
declare module '*/seen.js' {
  const text: string
  export default text
}
declare module '*/slide.js' {
  const text: string
  export default text
}
declare module 'htmx.org/dist/*' {
  const text: string
  export default text
}
declare module '*.zst' {
  const path: string
  export default path
}
declare module '*.jsonl' {
  const text: string
  export default text
}
declare module '*.txt' {
  const text: string
  export default text
}
declare module '*.md' {
  const text: string
  export default text
}
declare module '*/last.js' {
  const text: string
  export default text
}
declare module '*/picker.js' {
  const text: string
  export default text
}
declare module '*.po' {
  const path: string
  export default path
}
declare module '*.pot' {
  const path: string
  export default path
}
