import { useState } from 'react'
import { TextArea } from '../../../kit/form/TextField.tsx'
import { Button } from '../../../kit/ui/buttons/Button.tsx'
import type { ControlProps } from '../control.ts'
import controls from '../controls.module.css'
import styles from './widget-editor.module.css'
import { fieldOf } from '../field-of.ts'

/**
 * Editor for the company’s own HTML. The preview runs in an isolated frame without access to the page, and scripts do
 * not run in it.
 */
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
            // The preview is a separate page with its own content security policy, because the policy of this page
            // blocks inline styles.
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
