/** Choices of a moment: the hours of a day, and the time zones that a field proposes as one types. */

/** Labels of the hours 0 to 23. */
export const HOURS: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 24 }, (_, hour) => [hour, `${String(hour).padStart(2, '0')}:00`]),
)

/** For a field of a zone, beside a `ZoneList` on its page. */
export const ZONES = { list: 'zones', autocomplete: 'off' }

export const ZoneList = () => <Choices id="zones" values={Intl.supportedValuesOf('timeZone')} />

export const Choices = ({ id, values }: { id: string; values: readonly string[] }) => (
  <datalist id={id}>
    {values.map((value) => (
      <option value={value}></option>
    ))}
  </datalist>
)
