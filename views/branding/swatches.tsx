/** Colours to begin with: each is a button that sends its value in place of the typed one. */
const COLOURS = { Yellow: '#ffc845', Green: '#0b6b4a', Blue: '#2456a6', Red: '#b3261e', Purple: '#5b2a86' }

export const Swatches = ({ chosen }: { chosen: unknown }) => (
  <div class="swatches">
    {Object.entries(COLOURS).map(([name, value]) => (
      <button
        type="submit"
        name="swatch"
        value={value}
        title={`${name}, ${value}`}
        aria-label={name}
        aria-pressed={String(value === chosen)}
      >
        <svg viewBox="0 0 28 28" aria-hidden="true">
          <circle cx="14" cy="14" r="14" fill={value} />
        </svg>
      </button>
    ))}
  </div>
)
