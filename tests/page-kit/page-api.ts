import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'
import type { Locator, Page } from 'playwright-core'
import type { OutboxWorker } from '../../server/src/jobs/outbox.ts'
import type { Runtime } from '../../server/src/kit/runtime.ts'

type Role = Parameters<Page['getByRole']>[0]
type RoleOptions = Parameters<Page['getByRole']>[1]
type TextOptions = { exact?: boolean }
type Text = string | RegExp

/** The ways to find elements, in Playwright's words. */
export interface TestFinder {
  locator(css: string): TestLocator
  getByRole(role: Role, options?: RoleOptions): TestLocator
  getByText(text: Text, options?: TextOptions): TestLocator
  getByLabel(text: Text, options?: TextOptions): TestLocator
  getByTitle(text: Text, options?: TextOptions): TestLocator
  getByAltText(text: Text, options?: TextOptions): TestLocator
  getByPlaceholder(text: Text, options?: TextOptions): TestLocator
}

/** A file as it is chosen in a file field. */
export interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A locator as another one is given it. */
interface Found {
  count(): Promise<number>
}

/** What of Playwright's `Locator` page tests use; each engine gives it the same meaning. */
export interface TestLocator extends TestFinder {
  page(): TestPage
  first(): TestLocator
  last(): TestLocator
  nth(index: number): TestLocator
  filter(options?: {
    has?: Found | undefined
    hasNot?: Found | undefined
    hasText?: Text | undefined
    hasNotText?: Text | undefined
  }): TestLocator
  or(other: Found): TestLocator
  and(other: Found): TestLocator
  all(): Promise<TestLocator[]>
  waitFor(options?: {
    state?: 'attached' | 'detached' | 'visible' | 'hidden'
    timeout?: number
  }): Promise<void>
  click(options?: {
    modifiers?: ('Control' | 'Shift' | 'Alt' | 'Meta')[]
    clickCount?: number
  }): Promise<void>
  dblclick(): Promise<void>
  hover(): Promise<void>
  focus(): Promise<void>
  blur(): Promise<void>
  fill(text: string): Promise<void>
  clear(): Promise<void>
  press(key: string): Promise<void>
  pressSequentially(text: string, options?: { delay?: number }): Promise<void>
  check(): Promise<void>
  uncheck(): Promise<void>
  setChecked(checked: boolean): Promise<void>
  selectOption(value: string): Promise<unknown>
  setInputFiles(files: ChosenFile | readonly ChosenFile[]): Promise<void>
  dispatchEvent(type: string, init?: object): Promise<void>
  count(): Promise<number>
  isVisible(): Promise<boolean>
  isHidden(): Promise<boolean>
  isEnabled(): Promise<boolean>
  isDisabled(): Promise<boolean>
  isEditable(): Promise<boolean>
  isChecked(): Promise<boolean>
  inputValue(): Promise<string>
  innerText(): Promise<string>
  allInnerTexts(): Promise<string[]>
  textContent(): Promise<string | null>
  allTextContents(): Promise<string[]>
  getAttribute(name: string): Promise<string | null>
  evaluate: Locator['evaluate']
  evaluateAll: Locator['evaluateAll']
}

/** What of Playwright's `Page` page tests use. */
export interface TestPage extends TestFinder {
  goto(address: string): Promise<unknown>
  reload(): Promise<unknown>
  goBack(): Promise<unknown>
  url(): string
  title(): Promise<string>
  evaluate: Page['evaluate']
  waitForFunction<Value>(check: (value: Value) => unknown, value: Value): Promise<unknown>
  waitForFunction(check: () => unknown): Promise<unknown>
  /** Runs a function in each document from the next one on, before the app. */
  addInitScript<Value>(script: (value: Value) => unknown, value: Value): Promise<unknown>
  addInitScript(script: () => unknown): Promise<unknown>
  waitForURL(wanted: string | RegExp | ((url: URL) => boolean)): Promise<void>
  setViewportSize(size: { width: number; height: number }): Promise<void>
  viewportSize(): { width: number; height: number } | null
  keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> }
  context(): { close(): Promise<void> }
}

/** A call that a page sent. */
export interface SentCall {
  /** Method and path as endpoints declare them: `POST /shipments`. */
  name: string
  /** The address as it was sent. */
  url: URL
  headers: Readonly<Record<string, string>>
  /** The body, or the values of the query. */
  input: Record<string, unknown>
  /** `0` while it is not answered, and when it never is. */
  status: number
  answer: unknown
  /** Whether the page gave it up. */
  isAborted: boolean
}

/** What is answered in place of the server: a status and a body or a text, or nothing because there is no connection. */
export type GivenAnswer =
  | { status?: number; body?: unknown }
  | { status?: number; text: string }
  | 'no connection'
  | 'as usual'

/** A call of a page that a test answers. */
export interface InterceptedCall {
  /** The body, or the values of the query. */
  input: Record<string, unknown>
  /** What the server answers, to this input or to another. */
  usual(input?: Record<string, unknown>): Promise<{ status: number; body: unknown }>
}

export type AnswerCall = (call: InterceptedCall) => GivenAnswer | Promise<GivenAnswer>

/** The demonstration company and people's windows on it, whichever engine shows them. */
export interface PageProduct<Window extends TestPage = TestPage> {
  running: { runtime: Runtime; outbox: OutboxWorker }
  web: string
  /** Host and port of `web`. */
  host: string
  /** The time of pages and server. */
  now(): Date
  /**
   * A browser window of its own: nothing of other windows is known to it, and nobody is signed in but with a token. One
   * opened in a case is closed with it.
   */
  window(size?: { width: number; height: number }, access_token?: string): Promise<Window>
  /** The access token of one of the demonstration's people, by e-mail address; they log in once for each file. */
  tokenOf(email: string): Promise<string>
  /** A window in which one of the demonstration's people is signed in. */
  as(email: string, size?: { width: number; height: number }): Promise<Window>
  /** What the API answers one of the demonstration's people, or a guest; fails when it refuses. */
  ask<Answer>(email: string | null, method: string, path: string, body?: object): Promise<Answer>
  /** The same where a refusal may be the point: status and body. */
  answerTo(
    email: string | null,
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; body: unknown }>
  /** Saves settings of the company by their keys, as an administrator unless somebody else is named; fails when refused. */
  saveSettings(values: Readonly<Record<string, unknown>>, email?: string): Promise<void>
  /** Answers an endpoint's calls from pages in place of the server, until the function it returns is called. */
  answers(endpoint: Pick<Endpoint, 'method' | 'path'>, answer: AnswerCall): Promise<() => Promise<void>>
  /** Runs an action and returns the first call of the endpoint that pages sent since, once it is answered. */
  sends(endpoint: Pick<Endpoint, 'method' | 'path'>, action: () => Promise<unknown>): Promise<SentCall>
  /** Every call of pages so far, in the order in which they were sent. */
  calls: readonly SentCall[]
  /** Runs an action and returns where it sends the person: to a tab of its own or another host, with what a form posts there. */
  leaves(page: TestPage, action: () => Promise<unknown>): Promise<{ url: URL; fields: URLSearchParams }>
  /** What is served at an address of the product to whoever has it, such as the link of a file. */
  download(address: string | URL): Promise<{ status: number; type: string; body: Buffer }>
  /** Lets this many milliseconds pass on a page. */
  pass(page: TestPage, milliseconds: number): Promise<void>
  /** The same for a computer that slept: what was due meanwhile happens once, when it wakes. */
  sleep(page: TestPage, milliseconds: number): Promise<void>
  /** Resolves when no request, rendering or short timer of a page is pending. */
  settled(page: TestPage): Promise<void>
  /** Crashes of pages and errors on their consoles so far. */
  pageErrors: readonly string[]
  close(): Promise<void>
}
