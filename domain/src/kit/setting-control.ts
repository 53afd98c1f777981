/** A value to choose and its label. */
export interface Choice {
  value: string
  label: string
}

/**
 * Records of the company that a setting refers to: the code or id of a branch, the code of a service level, a
 * username, the name of a carrier.
 */
export type NamedThing = 'branch' | 'branch id' | 'driver' | 'service level' | 'line-haul level' | 'carrier'

/** A column of an editable table; `key` is a field of the row. */
export interface SettingColumn {
  key: string
  label: string
  control: SettingControl
  /** Relative column width; 1 when absent. */
  wide?: number
  /** Displayed as `***`, in a setting that is secret. */
  is_secret?: boolean
}

/**
 * The editor of a setting on the settings page (SET-015), with its parameters. The setting’s schema defines what is
 * stored and what is valid.
 */
export type SettingControl =
  /** A switch: on or off. */
  | { kind: 'toggle' }
  /** A number from `min` to `max`; `unit` is displayed after it (`cm`, `kg`, `days`, `%`). */
  | { kind: 'number'; min: number; max: number; whole: boolean; unit?: string }
  /** An amount of at most `max` cents, displayed in Rand. */
  | { kind: 'money'; max: number }
  /** One line of at most `max` characters; `format` selects the keyboard and the hint. */
  | { kind: 'words'; max: number; format?: 'email' | 'phone' | 'url' }
  /** Several lines of at most `max` characters. */
  | { kind: 'lines'; max: number }
  /** Formatted text, stored as Markdown, never as HTML. */
  | { kind: 'prose'; max: number }
  /** HTML that is displayed only in a sandboxed frame. */
  | { kind: 'widget'; max: number }
  /** A value that is written but never read back: displayed as `***`. */
  | { kind: 'secret' }
  /** `HH:mm`. */
  | { kind: 'time' }
  /** `YYYY-MM-DD`, or none. */
  | { kind: 'day' }
  /** A moment, or none. */
  | { kind: 'moment' }
  /** A list of short texts whose order matters; `noun` names one of them. */
  | { kind: 'texts'; noun: string; max: number }
  /** A list of numbers from 0 to `max`. */
  | { kind: 'numbers'; max: number; unit?: string }
  /** A list of amounts of at most `max` cents. */
  | { kind: 'amounts'; max: number }
  /** One of several choices. */
  | { kind: 'one'; choices: readonly Choice[] }
  /** A day of the week, Sunday 0 to Saturday 6. */
  | { kind: 'weekday' }
  /**
   * The name of a record of the company, selected from the existing ones; `''` for none. `of` may depend on another
   * column of the same row; for values not listed in `when`, the text is free.
   */
  | {
      kind: 'named'
      of: NamedThing | { column: string; when: Readonly<Record<string, NamedThing>> }
      max: number
    }
  /** Any number of several choices. */
  | { kind: 'many'; choices: readonly Choice[] }
  /** Countries by name. */
  | { kind: 'countries' }
  /** A colour, with its measured contrast; `fallback` applies when no colour is chosen. */
  | { kind: 'colour'; fallback: string }
  /** The address of an uploaded picture; `shape` is the frame to which it is cropped. */
  | { kind: 'image'; shape: 'wide' | 'square' }
  /** Opening and closing time of every weekday. */
  | { kind: 'hours' }
  /** Message texts written by the company. */
  | { kind: 'message_texts' }
  /** Rows of a table; `noun` names one row. */
  | {
      kind: 'rows'
      columns: readonly SettingColumn[]
      noun: string
      empty: Readonly<Record<string, unknown>>
    }

/** Converts a key or code word to a label in sentence case, such as `recipient details`, `in-transit` or `auto_add`. */
export function readableWord(word: string): string {
  const spaced = word.replaceAll(/[-_]+/g, ' ').trim()
  return `${spaced.charAt(0).toUpperCase()}${spaced.slice(1)}`
}

/** Returns code words as choices, with the label from `labels` where there is one. */
export function choicesOf(
  words: readonly string[],
  labels: Readonly<Record<string, string>> = {},
): readonly Choice[] {
  return words.map((value) => ({ value, label: labels[value] ?? readableWord(value) }))
}
