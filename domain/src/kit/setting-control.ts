/** A value to choose and how people read it. */
export interface Choice {
  value: string
  label: string
}

/** What the company has by name: the code or id of a branch, the code of a service level, a username, the name of a carrier. */
export type NamedThing = 'branch' | 'branch id' | 'driver' | 'service level' | 'line-haul level' | 'carrier'

/** A column of a table of rows; `key` is a field of the row. */
export interface SettingColumn {
  key: string
  label: string
  control: SettingControl
  /** Share of the width of the table; 1 when absent. */
  wide?: number
}

/**
 * How a setting is edited on the settings page (SET-015): one of a few editors with what they need to know. What is
 * stored and what is allowed stays with the schema of the setting.
 */
export type SettingControl =
  /** On or off. */
  | { kind: 'toggle' }
  /** A number from `min` to `max`; `unit` stands behind it (`cm`, `kg`, `days`, `%`). */
  | { kind: 'number'; min: number; max: number; whole: boolean; unit?: string }
  /** An amount in Rand; cents in code. */
  | { kind: 'money' }
  /** One line of at most `max` characters; `format` chooses the keyboard and the hint. */
  | { kind: 'words'; max: number; format?: 'email' | 'phone' | 'url' }
  /** Several lines of at most `max` characters. */
  | { kind: 'lines'; max: number }
  /** Formatted text, stored with marks, never as HTML. */
  | { kind: 'prose'; max: number }
  /** HTML that is only ever shown in a sandboxed frame. */
  | { kind: 'widget'; max: number }
  /** Written, never read back: shown as `***`. */
  | { kind: 'secret' }
  /** `HH:mm`. */
  | { kind: 'time' }
  /** `YYYY-MM-DD`, or none. */
  | { kind: 'day' }
  /** A moment, or none. */
  | { kind: 'moment' }
  /** A list of short texts in an order that counts; `noun` names one of them. */
  | { kind: 'texts'; noun: string; max: number }
  /** A list of numbers. */
  | { kind: 'numbers'; unit?: string }
  /** A list of amounts. */
  | { kind: 'amounts' }
  /** One of a few. */
  | { kind: 'one'; choices: readonly Choice[] }
  /** A day of the week, Sunday 0 to Saturday 6. */
  | { kind: 'weekday' }
  /**
   * The name of something the company has, chosen from what there is; `''` for none. `of` may depend on another column of
   * the same row: what has no place there is written freely.
   */
  | {
      kind: 'named'
      of: NamedThing | { column: string; when: Readonly<Record<string, NamedThing>> }
      max: number
    }
  /** Some of a few. */
  | { kind: 'many'; choices: readonly Choice[] }
  /** Countries by name. */
  | { kind: 'countries' }
  /** A colour, with its measured contrast; `fallback` is what counts while none is chosen. */
  | { kind: 'colour'; fallback: string }
  /** The address of a picture that was sent to this product; `shape` is the frame it is cut to. */
  | { kind: 'image'; shape: 'wide' | 'square' }
  /** Open and close of every weekday. */
  | { kind: 'hours' }
  /** The texts of messages that a company wrote itself. */
  | { kind: 'message_texts' }
  /** Rows of a table; `noun` names one of them. */
  | {
      kind: 'rows'
      columns: readonly SettingColumn[]
      noun: string
      empty: Readonly<Record<string, unknown>>
    }

/** A key or word of code as people read it: `recipient details`, `in-transit`, `auto_add` become sentence case. */
export function readableWord(word: string): string {
  const spaced = word.replaceAll(/[-_]+/g, ' ').trim()
  return `${spaced.charAt(0).toUpperCase()}${spaced.slice(1)}`
}

/** Words of code as choices, with better labels where there are any. */
export function choicesOf(
  words: readonly string[],
  labels: Readonly<Record<string, string>> = {},
): readonly Choice[] {
  return words.map((value) => ({ value, label: labels[value] ?? readableWord(value) }))
}
