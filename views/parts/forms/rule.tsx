/** A rule as a sentence with fields in it: `after {failover_errors} failures in {failover_window_min} min`. */
import { type SentenceForm, Sentences } from './sentence.tsx'

export type Rule = { label: string; text: string }

export const RuleField = ({ label, text, ...form }: Rule & SentenceForm) => (
  <div class="field">
    <span class="label">{label}</span>
    <Sentences text={text} small {...form} />
  </div>
)
