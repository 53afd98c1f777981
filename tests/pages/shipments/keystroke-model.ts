import type { TestPage } from '../../page-kit/product.ts'

/**
 * Operator times of the keystroke-level model in seconds: S. K. Card, T. P. Moran and A. Newell, "The keystroke-level
 * model for user performance time with interactive systems", Communications of the ACM 23(7), 1980.
 *
 * - K: a key, for an average skilled typist (55 words a minute)
 * - P: pointing at a target
 * - H: moving the hands between keyboard, pointer and paper
 * - M: preparing the next unit, such as reading a name from the waybill
 */
const operators = { K: 0.2, P: 1.1, H: 0.4, M: 1.35 } as const

/** Responses that the operator waits for, in seconds (R). Assumed: the limits of the product for them. */
export const responses = { suggestions: 0.6, saved: 1 } as const

/** What one task needed. */
export interface Effort {
  keys: number
  pointer: number
  hands: number
  units: number
  /** Seconds of waiting for responses. */
  waiting: number
}

/** Returns the seconds of a task by the model. */
export function secondsOf({ keys, pointer, hands, units, waiting }: Effort): number {
  return keys * operators.K + pointer * operators.P + hands * operators.H + units * operators.M + waiting
}

/**
 * Types like a person on a page and counts what it takes. A chord such as Ctrl+Enter is one key for each of its parts.
 * It has no pointer: a page that needs one cannot be operated with it.
 */
export class Operator {
  effort: Effort = { keys: 0, pointer: 0, hands: 0, units: 0, waiting: 0 }
  private readonly page: TestPage

  constructor(page: TestPage) {
    this.page = page
  }

  /** Starts a task: one hand turns to the next waybill and back. */
  begin(): void {
    this.effort = { keys: 0, pointer: 0, hands: 2, units: 0, waiting: 0 }
  }

  /** Reads the next unit and types it into the focused field. */
  async type(text: string): Promise<void> {
    this.effort.units += 1
    await this.fill(text)
  }

  /** Types more of the unit that was read last, such as the next size of a parcel. */
  async fill(text: string): Promise<void> {
    this.effort.keys += text.length
    // Faster input counts as a scan.
    await this.page.locator('input:focus').pressSequentially(text, { delay: 100 })
  }

  async press(keys: string): Promise<void> {
    this.effort.keys += keys.split('+').length
    await this.page.keyboard.press(keys)
  }

  /** Waits for a response. */
  waits(seconds: number): void {
    this.effort.waiting += seconds
  }
}
