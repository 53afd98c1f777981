import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { showError } from '../layers/alerts.ts'
import { announce } from '../layers/announcements.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { cx } from '../ui/class-names.ts'
import { usePress } from '../ui/buttons/use-press.ts'
import styles from './form-panel.module.css'
import { useUnsaved } from './drafts/use-unsaved.ts'
import { isBlank, type Form } from './use-form.ts'
import { valueAt } from './paths.ts'

export interface FormPanelProps<Values extends object> {
  form: Form<Values>
  /** Whether the response is pending: `send.isPending`. */
  saving: boolean
  /**
   * The error of the request: `send.error`. Field messages are displayed at their fields, anything else in an error
   * alert.
   */
  error: Error | null
  /** `pressed` is the `value` of the button that submitted; `''` for the primary button and the keyboard shortcuts. */
  onSubmit: (values: Values, pressed: string) => unknown
  /** Text of the primary button, a verb: 'Save changes'. */
  submit: string
  onCancel?: () => void
  /** Displayed to the left of the buttons. */
  note?: ReactNode
  children: ReactNode
  /** Form id, for buttons that are rendered elsewhere (the foot of a modal) and submit by `form` id. */
  id?: string
  hideButtons?: boolean
}

/**
 * A form with the standard behaviour: it displays a summary of the errors, keeps the typed values when the server
 * rejects them, ignores a second press while sending, and asks before unsaved changes are lost. Ctrl+Enter and Ctrl+S
 * save.
 */
export function FormPanel<Values extends object>(props: FormPanelProps<Values>) {
  const { form, saving, error, onSubmit, submit, onCancel, note, children, id, hideButtons = false } = props
  const element = useRef<HTMLFormElement>(null)
  const [attempt, setAttempt] = useState(0)
  useUnsaved(form.isDirty, saving)

  const press = usePress(onSubmit)
  const takeError = useRef(form.takeError)
  takeError.current = form.takeError
  useEffect(() => {
    if (!error) return
    if (takeError.current(error)) setAttempt((former) => former + 1)
    else showError(error)
  }, [error])
  useEffect(() => {
    if (attempt > 0) focusFirstError(element.current)
  }, [attempt])

  const send = (event?: SubmitEvent | globalThis.KeyboardEvent): void => {
    event?.preventDefault()
    // A shortcut that is held down saves once, even if the form is reset for the next record meanwhile.
    if (saving || (event && 'repeat' in event && event.repeat)) return
    if (form.validate()) press(form.values, pressedIn(event))
    else setAttempt(attempt + 1)
  }
  return (
    <form
      ref={element}
      id={id}
      noValidate
      className={styles.form}
      onSubmit={send}
      onKeyDown={(event) => {
        const isSave =
          (event.ctrlKey || event.metaKey) && (event.key === 'Enter' || event.key.toLowerCase() === 's')
        if (isSave) send(event.nativeEvent)
      }}
    >
      <Summary form={form} attempt={attempt} />
      {children}
      {!hideButtons && (
        <div className={cx(styles.buttons, styles.buttonsEnd)}>
          {note && <span className={styles.buttonsNote}>{note}</span>}
          {onCancel && <Button onClick={onCancel}>Cancel</Button>}
          <Button variant="primary" type="submit" busy={saving}>
            {submit}
          </Button>
        </div>
      )}
    </form>
  )
}

/** Returns the value of the button that submitted a form. */
function pressedIn(event: SubmitEvent | globalThis.KeyboardEvent | undefined): string {
  const by = event && 'nativeEvent' in event ? event.nativeEvent.submitter : null
  return by instanceof HTMLButtonElement ? by.value : ''
}

/**
 * The summary of the errors, in the order of `form.errors`; its heading is announced to screen readers, and each line
 * moves the focus to its field.
 */
function Summary<Values extends object>({ form, attempt }: { form: Form<Values>; attempt: number }) {
  const problems = Object.entries(form.errors)
  const isMissing = problems.some(([path]) => path !== '' && isBlank(valueAt(form.values, path)))
  const heading = isMissing ? 'Please fill in all the required fields.' : 'There is a problem.'
  const announceErrors = useEffectEvent(() => {
    if (problems.length > 0) announce(heading, 'assertive')
  })
  useEffect(() => announceErrors(), [attempt])
  if (attempt === 0 || problems.length === 0) return null
  return (
    <div className={styles.summary} data-summary="" tabIndex={-1}>
      <strong className={styles.summaryStrong}>{heading}</strong>
      <ul className={styles.summaryList}>
        {problems.map(([path, message]) => (
          <li key={path}>
            {path === '' ? (
              message
            ) : (
              <a
                className={styles.summaryLink}
                href={`#${path}`}
                onClick={(event) => {
                  event.preventDefault()
                  focusField(event.currentTarget.closest('form'), path)
                }}
              >
                {message}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function focusField(form: HTMLFormElement | null, path: string): void {
  // If the value has several fields, such as an address, focus the invalid one.
  const field =
    form?.querySelector<HTMLElement>(`[name^="${CSS.escape(`${path}.`)}"][aria-invalid="true"]`) ??
    form?.querySelector<HTMLElement>(`[name="${CSS.escape(path)}"]`)
  field?.focus()
  field?.scrollIntoView({ block: 'center' })
}

/** Focuses the first invalid field of a form, otherwise the summary of its errors. */
export function focusFirstError(form: HTMLFormElement | null): void {
  const first =
    form?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    form?.querySelector<HTMLElement>('[data-summary]')
  first?.focus()
  first?.scrollIntoView({ block: 'center' })
}

/** Places fields side by side where there is room, otherwise one below the other. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>
}
