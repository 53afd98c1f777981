import { setUISelection, setUIValueClean } from '@testing-library/user-event/dist/esm/document/UI.js'
import { nextMacrotask } from './activity.ts'
import type { UserEvent } from '@testing-library/user-event'
import { innerText } from './inner-text.ts'
import type { ChosenFile, TestFinder, TestLocator, TestPage } from './page-api.ts'
import type { RenderedElements } from './styles.ts'

/** Playwright's selectors by what they find elements by, as created in `in-page.ts`. */
export type Selectors = Record<
  'role' | 'text' | 'label' | 'title' | 'alt' | 'placeholder',
  (text: string | RegExp, options?: object) => string
>

/** A function that runs in a page; only its source text is passed there. */
export type PageFunction = (...values: never[]) => unknown

/** The parts of a page that locators use. */
export interface LocatedPage extends TestPage {
  inPage: { selectors: Selectors }
  user: UserEvent
  window: { shown: RenderedElements }
  elements(selector: string): HTMLElement[]
  run(fn: PageFunction, ...values: unknown[]): unknown
  nextFrame(): Promise<void>
  pass(milliseconds: number): Promise<void>
  settle(): Promise<void>
  until<Value>(what: () => string, look: () => Value | undefined, timeout?: number): Promise<Value>
}

/** A step of a locator: a selector, or one that is created when a page is open. */
type Step =
  | string
  | { by: keyof Selectors; about: [text: string | RegExp, options?: object] }
  | { with: string; of: DomLocator }

/** Elements of a page, queried again each time they are used. */
export class DomLocator implements TestLocator {
  readonly #page: LocatedPage
  readonly #steps: readonly Step[]

  constructor(page: LocatedPage, steps: string | readonly Step[]) {
    this.#page = page
    this.#steps = typeof steps === 'string' ? [steps] : steps
  }

  get selector(): string {
    return this.#steps
      .map((step) => {
        if (typeof step === 'string') return step
        if ('with' in step) return `${step.with}=${JSON.stringify(step.of.selector)}`
        return this.#page.inPage.selectors[step.by](...step.about)
      })
      .join(' >> ')
  }

  #sub(step: Step): DomLocator {
    return new DomLocator(this.#page, [...this.#steps, step])
  }
  page = () => this.#page
  locator = (css: string) => this.#sub(css)
  getByRole: TestFinder['getByRole'] = (...about) => this.#sub({ by: 'role', about })
  getByText: TestFinder['getByText'] = (...about) => this.#sub({ by: 'text', about })
  getByLabel: TestFinder['getByLabel'] = (...about) => this.#sub({ by: 'label', about })
  getByTitle: TestFinder['getByTitle'] = (...about) => this.#sub({ by: 'title', about })
  getByAltText: TestFinder['getByAltText'] = (...about) => this.#sub({ by: 'alt', about })
  getByPlaceholder: TestFinder['getByPlaceholder'] = (...about) => this.#sub({ by: 'placeholder', about })
  first = () => this.#sub('nth=0')
  last = () => this.#sub('nth=-1')
  nth = (index: number) => this.#sub(`nth=${index}`)
  filter: TestLocator['filter'] = ({ has, hasNot, hasText, hasNotText } = {}) => {
    const steps: Step[] = []
    if (hasText !== undefined) steps.push(`internal:has-text=${quoted(hasText)}`)
    if (hasNotText !== undefined) steps.push(`internal:has-not-text=${quoted(hasNotText)}`)
    if (has) steps.push({ with: 'internal:has', of: has as DomLocator })
    if (hasNot) steps.push({ with: 'internal:has-not', of: hasNot as DomLocator })
    return new DomLocator(this.#page, [...this.#steps, ...steps])
  }
  or: TestLocator['or'] = (other) => this.#sub({ with: 'internal:or', of: other as DomLocator })
  and: TestLocator['and'] = (other) => this.#sub({ with: 'internal:and', of: other as DomLocator })

  #elements(): HTMLElement[] {
    return this.#page.elements(this.selector)
  }

  #isShown = (element: Element): boolean => this.#page.window.shown.isShown(element)

  /** Waits for the only matching element until it meets the condition. */
  #one(isFit: (element: HTMLElement) => boolean = () => true): Promise<HTMLElement> {
    return this.#page.until(
      () => this.selector,
      () => {
        const found = this.#elements()
        if (found.length > 1)
          throw new Error(
            `${this.selector} means ${found.length} elements:\n${found.map((one) => one.outerHTML.slice(0, 120)).join('\n')}`,
          )
        return found[0] && isFit(found[0]) ? found[0] : undefined
      },
    )
  }

  /** Waits for an element that a user can press: visible, not disabled, and not behind a modal layer. */
  async #pressable(): Promise<HTMLElement> {
    await this.#page.nextFrame()
    return this.#one((one) => this.#isShown(one) && !isDisabled(one) && !isBehindLayer(one))
  }

  async all(): Promise<TestLocator[]> {
    const count = await this.count()
    return Array.from({ length: count }, (_, index) => this.nth(index))
  }

  async waitFor({ state = 'visible', timeout }: { state?: string; timeout?: number } = {}): Promise<void> {
    const isThere = (): boolean => {
      const found = this.#elements()
      if (state === 'detached') return found.length === 0
      if (state === 'hidden') return !found.some(this.#isShown)
      if (found.length > 1) throw new Error(`${this.selector} means ${found.length} elements`)
      return found.some((one) => state === 'attached' || this.#isShown(one))
    }
    await this.#page.until(
      () => `${this.selector} to be ${state}`,
      () => isThere() || undefined,
      timeout,
    )
  }

  async click({ modifiers = [], clickCount = 1 }: Parameters<TestLocator['click']>[0] = {}): Promise<void> {
    const element = await this.#pressable()
    const { user } = this.#page
    const held = modifiers.map((name) => `{${name}>}`).join('')
    if (held) await user.keyboard(held)
    for (let press = 0; press < clickCount; press += 1) await user.click(element)
    if (held) await user.keyboard(modifiers.map((name) => `{/${name}}`).join(''))
    await nextMacrotask()
  }

  async dblclick(): Promise<void> {
    await this.#page.user.dblClick(await this.#pressable())
    await nextMacrotask()
  }

  async hover(): Promise<void> {
    await this.#page.nextFrame()
    await this.#page.user.hover(await this.#one(this.#isShown))
    await nextMacrotask()
  }

  async focus(): Promise<void> {
    await this.#page.nextFrame()
    ;(await this.#one()).focus()
    await nextMacrotask()
  }

  async blur(): Promise<void> {
    await this.#page.nextFrame()
    ;(await this.#one()).blur()
    await nextMacrotask()
  }

  async fill(text: string): Promise<void> {
    const field = (await this.#pressable()) as HTMLInputElement
    field.focus()
    if (field.isContentEditable) field.textContent = text
    else {
      valueSetterOf(field)?.call(field, text)
      // Otherwise the next key is appended to the text typed before.
      setUIValueClean(field)
      setUISelection(field, { focusOffset: text.length })
    }
    this.#page.run(
      (element: HTMLElement, isPicked: boolean) => {
        element.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))
        if (isPicked) element.dispatchEvent(new Event('change', { bubbles: true }))
      },
      field,
      /^(date|time|color|range|month|week|datetime-local)$/.test(field.type),
    )
    await nextMacrotask()
  }

  clear = () => this.fill('')

  async press(key: string): Promise<void> {
    ;(await this.#one()).focus()
    await this.#page.keyboard.press(key)
  }

  async pressSequentially(text: string, { delay = 0 }: { delay?: number } = {}): Promise<void> {
    ;(await this.#one()).focus()
    for (const key of text) {
      await this.#page.keyboard.type(key)
      await this.#page.pass(delay)
    }
  }

  check = () => this.setChecked(true)
  uncheck = () => this.setChecked(false)
  async setChecked(checked: boolean): Promise<void> {
    if ((await this.isChecked()) !== checked) await this.click()
  }

  async selectOption(value: string): Promise<void> {
    await this.#page.user.selectOptions(await this.#pressable(), value)
    await nextMacrotask()
  }

  async setInputFiles(files: ChosenFile | readonly ChosenFile[]): Promise<void> {
    const field = await this.#one()
    const chosen = [files].flat() as ChosenFile[]
    await this.#page.user.upload(
      field,
      chosen.map(
        ({ name, mimeType, buffer }) => new File([new Uint8Array(buffer)], name, { type: mimeType }),
      ),
    )
    await nextMacrotask()
  }

  async dispatchEvent(type: string, init: object = {}): Promise<void> {
    this.#page.run(
      (element: HTMLElement, kind: string, about: object) => {
        const isKey = kind.startsWith('key')
        const isPointer = /^(click|dblclick|mouse|pointer|contextmenu)/.test(kind)
        const Kind = isKey ? KeyboardEvent : isPointer ? MouseEvent : Event
        element.dispatchEvent(new Kind(kind, { bubbles: true, cancelable: true, composed: true, ...about }))
      },
      await this.#one(),
      type,
      init,
    )
    await nextMacrotask()
  }

  async count(): Promise<number> {
    await this.#page.settle()
    return this.#elements().length
  }
  async isVisible(): Promise<boolean> {
    await this.#page.settle()
    return this.#elements().some(this.#isShown)
  }
  isHidden = async () => !(await this.isVisible())
  isDisabled = async () => isDisabled(await this.#settled())
  isEnabled = async () => !(await this.isDisabled())
  async isEditable(): Promise<boolean> {
    const field = (await this.#settled()) as HTMLInputElement
    return !isDisabled(field) && !field.readOnly
  }
  async isChecked(): Promise<boolean> {
    const field = (await this.#settled()) as HTMLInputElement
    const stated = field.getAttribute('aria-checked')
    return stated === null ? field.checked : stated === 'true'
  }
  async inputValue(): Promise<string> {
    return ((await this.#settled()) as HTMLInputElement).value
  }
  async innerText(): Promise<string> {
    return innerText(await this.#settled(), this.#page.window.shown)
  }
  async allInnerTexts(): Promise<string[]> {
    await this.#page.settle()
    return this.#elements().map((one) => innerText(one, this.#page.window.shown))
  }
  async textContent(): Promise<string | null> {
    return (await this.#settled()).textContent
  }
  async allTextContents(): Promise<string[]> {
    await this.#page.settle()
    return this.#elements().map((one) => one.textContent ?? '')
  }
  async getAttribute(name: string): Promise<string | null> {
    return (await this.#settled()).getAttribute(name)
  }
  evaluate = (async (fn: PageFunction, value?: unknown) =>
    this.#page.run(fn, await this.#one(), value)) as TestLocator['evaluate']
  evaluateAll = (async (fn: PageFunction, value?: unknown) => {
    await this.#page.settle()
    return this.#page.run(fn, this.#elements(), value)
  }) as TestLocator['evaluateAll']

  /** Returns the element once the page has settled, so that what is read does not change afterwards. */
  async #settled(): Promise<HTMLElement> {
    await this.#one()
    await this.#page.settle()
    return this.#one()
  }
}

const quoted = (text: string | RegExp): string =>
  typeof text === 'string' ? `${JSON.stringify(text)}i` : String(text)

function isDisabled(element: Element): boolean {
  const control = element.closest('button, input, select, textarea, [aria-disabled]')
  if (!control) return false
  return (
    (control as HTMLButtonElement).disabled ||
    control.getAttribute('aria-disabled') === 'true' ||
    control.closest('fieldset[disabled]') !== null
  )
}

/** Whether the element is inert, or outside a modal layer that is open. */
function isBehindLayer(element: Element): boolean {
  if (element.closest('[inert]')) return true
  const layers = [...element.ownerDocument.querySelectorAll('dialog[open]')]
  const top = layers.at(-1)
  return top !== undefined && !top.contains(element) && element.closest('[popover]') === null
}

/** Returns the value setter of the field's own class, below the one that React uses to track values set by code. */
function valueSetterOf(field: HTMLInputElement): ((text: string) => void) | undefined {
  const prototype = Object.getPrototypeOf(field) as object
  return Object.getOwnPropertyDescriptor(prototype, 'value')?.set as ((text: string) => void) | undefined
}
