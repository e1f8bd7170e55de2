declare module 'html-encoding-sniffer' {
  /** The encoding of a page after the HTML standard, by its proper name. */
  function sniffEncoding(
    page: Uint8Array,
    options?: { transportLayerEncodingLabel?: string; defaultEncoding?: string },
  ): string

  export = sniffEncoding
}
