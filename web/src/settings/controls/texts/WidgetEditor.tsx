import { useState } from 'react'
import { TextArea } from '../../../kit/form/TextField.tsx'
import { Button } from '../../../kit/ui/buttons/Button.tsx'
import type { ControlProps } from '../control.ts'
import controls from '../controls.module.css'
import styles from './widget-editor.module.css'
import { fieldOf } from '../field-of.ts'

/** HTML of the company's own, with a preview in a frame that reaches nothing of the page and runs no script. */
export function WidgetEditor(props: ControlProps<'widget'>) {
  const [isShown, setVisible] = useState(false)
  const html = String(props.value ?? '')
  return (
    <div className={controls.stack}>
      <TextArea {...fieldOf<string>(props)} rows={6} maxLength={props.control.max} />
      {html.trim() !== '' && (
        <div>
          <Button size="sm" aria-expanded={isShown} onClick={() => setVisible(!isShown)}>
            {isShown ? 'Close preview' : 'Preview'}
          </Button>
        </div>
      )}
      {isShown && html.trim() !== '' && (
        <>
          <iframe
            // A page of its own rules shows it: those of this page let no styles in that stand in a text.
            key={html}
            className={styles.preview}
            title={`Preview of ${props.label.toLowerCase()}`}
            sandbox="allow-scripts"
            src="/api/widget/preview"
            onLoad={({ currentTarget }) => currentTarget.contentWindow?.postMessage(html, '*')}
          />
          <span className={controls.quiet}>Scripts do not run here; they do for customers once saved.</span>
        </>
      )}
    </div>
  )
}
