/** A weight read from a scale. */
export interface ScaleWeight {
  kg: number
  /** Whether the load rests. Only such a weight may be used. */
  isStable: boolean
}

/** What one line of a scale says: a weight, a reason why there is none, or nothing that concerns the weight. */
type ScaleLine = ({ kind: 'weight' } & ScaleWeight) | { kind: 'problem'; problem: string } | { kind: 'other' }

const kg_of: Readonly<Record<string, number>> = {
  kg: 1,
  g: 0.001,
  lb: 0.453_592_37,
  lbs: 0.453_592_37,
  t: 1000,
}

const overload = 'The scale is overloaded. Take the parcel off.'
const underload = 'The scale shows less than zero. Empty it and press zero on the scale.'

/**
 * METTLER TOLEDO Standard Interface Command Set (SICS), level 0: `S S     12.345 kg` is stable, `S D` dynamic, `S +` too
 * heavy, `S -` too light, `S I` not possible now. `SI` and `S` share these answers.
 */
const sics = /^S ([SDI+-])\s*(?:([+-]?\s*[\d.,]+)\s*([a-z]+))?$/i

/**
 * A&D standard format and the same format of CAS and many indicators: `ST,GS,+  12.345kg`. `ST` is stable, `US` unstable,
 * `OL` overload; `GS` and `NT` are gross and net.
 */
const a_and_d = /^(ST|US|OL|UL)\s*,(?:\s*(?:GS|NT|TR)\s*,)?\s*([+-]?\s*[\d.]+(?:E[+-]?\d+)?)?\s*([a-z]+)?$/i

/** Ohaus and other scales that print the weight alone: `12.345 kg`, with a `?` while it moves. */
const plain = /^([+-]?\s*[\d.,]+)\s*(kg|g|lb|lbs)\s*(?:[GNT]{1,2})?\s*(\?)?$/i

const nothing: ScaleLine = { kind: 'other' }

function weightOf(number: string | undefined, unit: string | undefined, isStable: boolean): ScaleLine {
  const factor = kg_of[(unit ?? '').toLowerCase()]
  const value = Number((number ?? '').replaceAll(/\s/g, '').replace(',', '.'))
  if (factor === undefined || !Number.isFinite(value) || number === undefined) return nothing
  if (value < 0 && isStable) return { kind: 'problem', problem: underload }
  // Grams: a weight has three decimals in kg.
  return { kind: 'weight', kg: Math.round(value * factor * 1000) / 1000, isStable }
}

/** Parses one line of a scale, in any of the formats above. Weights in lb, g or kg become kg with three decimals. */
export function readScaleLine(raw: string): ScaleLine {
  const line = raw.trim()
  const [, state, sicsNumber, sicsUnit] = sics.exec(line) ?? []
  if (state !== undefined) {
    const letter = state.toUpperCase()
    if (letter === '+') return { kind: 'problem', problem: overload }
    if (letter === '-') return { kind: 'problem', problem: underload }
    return letter === 'S' || letter === 'D' ? weightOf(sicsNumber, sicsUnit, letter === 'S') : nothing
  }
  const [, header, number, unit] = a_and_d.exec(line) ?? []
  if (header !== undefined) {
    const word = header.toUpperCase()
    if (word === 'OL') return { kind: 'problem', problem: overload }
    if (word === 'UL') return { kind: 'problem', problem: underload }
    return weightOf(number, unit, word === 'ST')
  }
  const [, alone, aloneUnit, moving] = plain.exec(line) ?? []
  return alone === undefined ? nothing : weightOf(alone, aloneUnit, moving === undefined)
}

/** The longest line that a scale sends, in characters; longer input is noise, such as another speed of the port. */
const max_line = 80

/** Splits the bytes of a serial port into lines: at carriage return, line feed, or the STX and ETX of continuous output. */
export class LineReader {
  private text = ''
  private readonly decoder = new TextDecoder('latin1')

  /** Adds received bytes and returns the lines that they complete. */
  read(bytes: Uint8Array): string[] {
    this.text += this.decoder.decode(bytes, { stream: true })
    // oxlint-disable-next-line no-control-regex -- scales frame their lines with control characters
    const parts = this.text.split(/[\r\n\u0002\u0003]+/)
    this.text = (parts.pop() ?? '').slice(-max_line)
    return parts.map((part) => part.trim()).filter((part) => part !== '')
  }
}

/**
 * Recognises a new parcel on the scale: returns its weight once, when the load first rests, and again only after the
 * scale was empty or the load has moved to another weight.
 */
export class LoadRecogniser {
  private last: number | null = null

  /** Passes a weight; returns the kg of a new load that rests, or `null`. */
  next({ kg, isStable }: ScaleWeight): number | null {
    if (kg <= 0) {
      if (isStable) this.last = null
      return null
    }
    if (!isStable || kg === this.last) return null
    this.last = kg
    return kg
  }
}
