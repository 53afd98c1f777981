import { IconCopy } from '../../kit/icons/icons.ts'
import { copyText } from '../../kit/layers/toasts.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import styles from './copied-text.module.css'

/** A text that is entered elsewhere, such as an address or a snippet, with a button that copies it. */
export function CopiedText({ title, hint, text }: { title: string; hint: string; text: string }) {
  return (
    <div className={styles.copied}>
      <h4 className={styles.title}>{title}</h4>
      <p className={styles.hint}>{hint}</p>
      <div className={styles.line}>
        <code className={styles.text}>{text}</code>
        <Button size="sm" icon={IconCopy} onClick={() => void copyText(text)}>
          Copy
        </Button>
      </div>
    </div>
  )
}
