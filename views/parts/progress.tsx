import { many, number } from './text/format.ts'

/**
 * Progress of a job. The spoken line changes at quarter steps only, so that a screen reader does not repeat it
 * constantly. The id keeps the same node through a morph, so that the bar moves instead of blinking.
 */
export const Progress = ({ id, label, value, max }: { id: string; label: string; value: number; max: number }) => (
  <>
    <progress class="progress" id={id} value={String(value)} max={String(Math.max(1, max))} aria-label={label}>
      {`${number(value)} of ${number(max)}`}
    </progress>
    <p class="vh" role="status">
      {`${label}: ${Math.floor((4 * value) / Math.max(1, max)) * 25}% of ${many(max, 'link')}`}
    </p>
  </>
)
