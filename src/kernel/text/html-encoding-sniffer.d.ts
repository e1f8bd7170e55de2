declare module 'html-encoding-sniffer' {
  /** The encoding of a page by the HTML standard, or of an XML file by RFC 7303, as its standard name. */
  function sniffEncoding(
    page: Uint8Array,
    options?: { transportLayerEncodingLabel?: string; defaultEncoding?: string; xml?: boolean },
  ): string

  export = sniffEncoding
}
