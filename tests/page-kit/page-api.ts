import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'
import type { Locator, Page } from 'playwright-core'
import type { OutboxWorker } from '../../server/src/jobs/outbox.ts'
import type { Runtime } from '../../server/src/kit/runtime.ts'

type Role = Parameters<Page['getByRole']>[0]
type RoleOptions = Parameters<Page['getByRole']>[1]
type TextOptions = { exact?: boolean }
type Text = string | RegExp

/** Methods to find elements, as in Playwright. */
export interface TestFinder {
  locator(css: string): TestLocator
  getByRole(role: Role, options?: RoleOptions): TestLocator
  getByText(text: Text, options?: TextOptions): TestLocator
  getByLabel(text: Text, options?: TextOptions): TestLocator
  getByTitle(text: Text, options?: TextOptions): TestLocator
  getByAltText(text: Text, options?: TextOptions): TestLocator
  getByPlaceholder(text: Text, options?: TextOptions): TestLocator
}

/** A file to choose in a file field. */
export interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A locator that is passed to another one. */
interface Found {
  count(): Promise<number>
}

/** The part of Playwright's `Locator` that page tests use. It behaves the same in each engine. */
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

/** The part of Playwright's `Page` that page tests use. */
export interface TestPage extends TestFinder {
  goto(address: string): Promise<unknown>
  reload(): Promise<unknown>
  goBack(): Promise<unknown>
  url(): string
  title(): Promise<string>
  evaluate: Page['evaluate']
  waitForFunction<Value>(check: (value: Value) => unknown, value: Value): Promise<unknown>
  waitForFunction(check: () => unknown): Promise<unknown>
  /** Runs a function in every later document, before the app. */
  addInitScript<Value>(script: (value: Value) => unknown, value: Value): Promise<unknown>
  addInitScript(script: () => unknown): Promise<unknown>
  waitForURL(wanted: string | RegExp | ((url: URL) => boolean)): Promise<void>
  setViewportSize(size: { width: number; height: number }): Promise<void>
  viewportSize(): { width: number; height: number } | null
  keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> }
  context(): { close(): Promise<void> }
}

/** A request that a page sent. */
export interface SentCall {
  /** Method and path as declared by the endpoint: `POST /shipments`. */
  name: string
  /** The URL as sent. */
  url: URL
  headers: Readonly<Record<string, string>>
  /** The body, or the query parameters. */
  input: Record<string, unknown>
  /** The status of the response; `0` until there is one. */
  status: number
  answer: unknown
  /** Whether the page aborted the request. */
  isAborted: boolean
}

/**
 * The response to use instead of the server's: a status with a body or a text; `'no connection'` to fail, `'as
 * usual'` for the server's own.
 */
export type GivenAnswer =
  | { status?: number; body?: unknown }
  | { status?: number; text: string }
  | 'no connection'
  | 'as usual'

/** A request of a page that a test answers. */
export interface InterceptedCall {
  /** The body, or the query parameters. */
  input: Record<string, unknown>
  /** Returns the server's response, to this input or to another. */
  usual(input?: Record<string, unknown>): Promise<{ status: number; body: unknown }>
}

export type AnswerCall = (call: InterceptedCall) => GivenAnswer | Promise<GivenAnswer>

/** The demo company with users' windows, independent of the engine that displays them. */
export interface PageProduct<Window extends TestPage = TestPage> {
  running: { runtime: Runtime; outbox: OutboxWorker }
  web: string
  /** Host and port of `web`. */
  host: string
  /** The current time of pages and server. */
  now(): Date
  /**
   * Opens a separate browser window. It shares nothing with other windows, and has a signed-in user only with a
   * token. A window opened in a case is closed at its end.
   */
  window(size?: { width: number; height: number }, access_token?: string): Promise<Window>
  /** Returns the access token of a demo user, by e-mail address. Users sign in once per file. */
  tokenOf(email: string): Promise<string>
  /** Opens a window in which a demo user is signed in. */
  as(email: string, size?: { width: number; height: number }): Promise<Window>
  /** Sends an API request as a demo user, or as a guest; throws when the status is 300 or more. */
  ask<Answer>(email: string | null, method: string, path: string, body?: object): Promise<Answer>
  /** The same without throwing: returns status and body. */
  answerTo(
    email: string | null,
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; body: unknown }>
  /** Saves company settings by their keys, as an administrator or as the user `email`; throws when they are rejected. */
  saveSettings(values: Readonly<Record<string, unknown>>, email?: string): Promise<void>
  /** Answers the requests of pages to an endpoint instead of the server, until the returned function is called. */
  answers(endpoint: Pick<Endpoint, 'method' | 'path'>, answer: AnswerCall): Promise<() => Promise<void>>
  /**
   * Runs an action and returns the first request to the endpoint that pages sent since, of those with a suitable input,
   * once it has a response.
   */
  sends(
    endpoint: Pick<Endpoint, 'method' | 'path'>,
    action: () => Promise<unknown>,
    isSuitable?: (input: unknown) => boolean,
  ): Promise<SentCall>
  /** Every request of pages so far, in the order of sending. */
  calls: readonly SentCall[]
  /**
   * Runs an action and returns where it leads the user: to a new tab or another host, with the fields of a posted
   * form.
   */
  leaves(page: TestPage, action: () => Promise<unknown>): Promise<{ url: URL; fields: URLSearchParams }>
  /** Requests an address of the product without signing in, such as the link of a file. */
  download(address: string | URL): Promise<{ status: number; type: string; body: Buffer }>
  /** Lets time pass on a page, in ms. */
  pass(page: TestPage, milliseconds: number): Promise<void>
  /** The same as for a computer that slept: everything that became due runs once, when it wakes up. */
  sleep(page: TestPage, milliseconds: number): Promise<void>
  /** Resolves when no request, rendering or short timer of a page is pending. */
  settled(page: TestPage): Promise<void>
  /** Crashes of pages and errors in their consoles so far. */
  pageErrors: readonly string[]
  close(): Promise<void>
}
