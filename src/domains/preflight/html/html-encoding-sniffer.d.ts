declare module 'html-encoding-sniffer' {
  /** The encoding of a page by the HTML standard, as its standard name. */
  function sniffEncoding(
    page: Uint8Array,
    options?: { transportLayerEncodingLabel?: string; defaultEncoding?: string },
  ): string

  export = sniffEncoding
}
