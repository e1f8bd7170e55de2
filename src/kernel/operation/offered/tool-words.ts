/**
 * The words of a tool for models, beside the summary of its operation. Sentences without their beginnings: the catalog
 * writes "Use …", "Returns …" and "Next: …". Tools are called by their names; no address of the REST API.
 */
export type ToolWords = {
  /** `before a push, to …` */
  when: string
  /** The cost, as a whole sentence. Free by default. */
  costs?: string
  /** `the job with …` */
  returns: string
  /** The tool to call next, and why. */
  next: string
  /** Words for inputs that the document of the REST API does not describe, or describes at length. */
  inputs?: Readonly<Record<string, string>>
  /** Inputs hidden from models, because only pages use them. */
  hides?: readonly string[]
  /** A workspace in the path that is never assumed to be the caller's own. */
  names_workspace?: true
  /** The fields of each row to keep when the whole answer is too long. */
  brief?: readonly string[]
  /** Rows with a value in this field come first, where not all rows fit. */
  first?: string
  /** Where to find the rest of a shortened answer, unless `full` gives it: a whole sentence. */
  rest?: string
  /** It takes an idempotency key, like each operation that spends. */
  once?: true
  /** Suppliers, sites or people are reached by it, if only in the background. */
  reaches_out?: true
  /** Something may be lost by it, although it is no DELETE. */
  takes_away?: true
  /** It changes nothing, although it is a POST that a read-only key may not make. */
  reads_only?: true
}

/** Where a client of tools finds what is no tool: `check_index with job_id`, `the page Credits of the web interface`. */
export type ToolAlternative = string
