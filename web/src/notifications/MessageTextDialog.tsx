import {
  filledEmail,
  filledSms,
  messageTextProblems,
  sampleValues,
  standardStart,
  textFields,
  type MessagePlace,
  type MessageText,
} from '@waybill/domain/notifications/message-texts'
import { sms_max_segments } from '@waybill/domain/notifications/settings'
import { smsParts } from '@waybill/domain/notifications/sms-length'
import { useId, useRef } from 'react'
import { FormPanel } from '../kit/form/FormPanel.tsx'
import { TextArea, TextField } from '../kit/form/TextField.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { useSetting } from '../kit/session/me.ts'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Modal } from '../kit/ui/layers/Modal.tsx'
import { Notice } from '../kit/ui/states/Notice.tsx'
import { cx } from '../kit/ui/class-names.ts'
import styles from './message-text-dialog.module.css'

/** Dialog to edit the text of one message; shows its fields, problems and a preview with sample values (NOTE-014). */
export function MessageTextDialog({
  place,
  title,
  text,
  onUse,
  onClose,
}: {
  place: MessagePlace
  title: string
  /** The company’s own text; `null` while the standard text is in use. */
  text: MessageText | null
  /** `null` restores the standard text. */
  onUse: (text: MessageText | null) => void
  onClose: () => void
}) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const maxParts = useSetting(sms_max_segments)
  const form = useForm({
    initial: text ?? { ...place, ...standardStart(place) },
    check: (values) => {
      const problems = messageTextProblems(values, maxParts)
      return problems.length > 0 ? problems : true
    },
  })
  const problems = messageTextProblems(form.values, maxParts)
  const [problem] = problems
  /** Inserts a field at the caret position in the text. */
  const insert = (name: string): void => {
    const area = box.current?.querySelector('textarea')
    const { text: typed } = form.values
    const [from, to] = [area?.selectionStart ?? typed.length, area?.selectionEnd ?? typed.length]
    const word = `{{${name}}}`
    form.set('text', `${typed.slice(0, from)}${word}${typed.slice(to)}`)
    requestAnimationFrame(() => {
      area?.focus()
      area?.setSelectionRange(from + word.length, from + word.length)
    })
  }
  return (
    <Modal
      title={title}
      width="wide"
      onClose={onClose}
      footerNote={
        text && (
          <Button variant="link" onClick={() => onUse(null)}>
            Restore standard text
          </Button>
        )
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={id}>
            Use this text
          </Button>
        </>
      }
    >
      <FormPanel
        id={id}
        form={form}
        saving={false}
        error={null}
        submit=""
        hideButtons
        onSubmit={(values) => onUse(values)}
      >
        <div className={styles.dialog} ref={box}>
          <div className={styles.column}>
            {place.channel === 'email' && (
              <TextField {...form.field('subject')} label="Subject" maxLength={200} autoComplete="off" />
            )}
            <TextArea
              {...form.field('text')}
              label="Text"
              rows={place.channel === 'email' ? 10 : 5}
              maxLength={place.channel === 'email' ? 5000 : 1000}
              hint={
                place.channel === 'email'
                  ? 'The first paragraph is the heading; an empty line begins another. PIN, buttons and footer follow by themselves.'
                  : 'The company name is added in front.'
              }
            />
            <div role="group" aria-label="Fields to fill in" className={styles.fields}>
              {textFields(place).map(({ name, about }) => (
                <Button key={name} size="xs" title={about} onClick={() => insert(name)}>
                  {`{{${name}}}`}
                </Button>
              ))}
            </div>
            <p className={styles.quiet}>
              {'{{#if reason}} … {{/if}} stands only where there is a reason; so with every field.'}
            </p>
          </div>
          <div className={styles.column} role="region" aria-label="Preview" aria-live="polite">
            {problem ? (
              <Notice variant="warning">{problem.message}</Notice>
            ) : (
              <Preview text={form.values} max_parts={maxParts} />
            )}
          </div>
        </div>
      </FormPanel>
    </Modal>
  )
}

function Preview({ text, max_parts }: { text: MessageText; max_parts: number }) {
  const values = sampleValues(text)
  if (text.channel === 'sms') {
    const sms = filledSms(text.text, values)
    const parts = smsParts(sms)
    return (
      <>
        <p className={styles.sms}>{sms}</p>
        <p className={styles.quiet}>
          {`${sms.length} characters, ${parts === 1 ? '1 part' : `${parts} parts`} of at most ${max_parts}. When real values make it longer, the standard text is sent.`}
        </p>
      </>
    )
  }
  const { subject, headline, lines } = filledEmail(text, values)
  return (
    <div className={styles.mail}>
      <p className={cx(styles.quiet, styles.mailText)}>{subject}</p>
      <p className={cx(styles.headline, styles.mailText)}>{headline}</p>
      {lines.map((line, at) => (
        <p className={styles.mailText} key={at}>
          {line}
        </p>
      ))}
    </div>
  )
}
