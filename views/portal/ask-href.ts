/** Where a question about the page is asked, below the address of a portal or a report. */
export const askHref = (self: string, url: string): string => `${self}/ask?${new URLSearchParams({ u: url })}`
