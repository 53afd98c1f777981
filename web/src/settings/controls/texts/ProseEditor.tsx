import { IconBold, IconH2, IconLink, IconList, IconListNumbers } from '../../../kit/icons/icons.ts'
import { useState } from 'react'
import { TextArea } from '../../../kit/form/TextField.tsx'
import { IconButton } from '../../../kit/ui/buttons/Button.tsx'
import { Prose } from '../../../kit/ui/texts/Prose.tsx'
import { Segments } from '../../../kit/ui/page-layout/Tabs.tsx'
import type { ControlProps } from '../control.ts'
import controls from '../controls.module.css'
import styles from './prose-editor.module.css'
import { fieldOf } from '../field-of.ts'
import { marked, type Mark } from './text-marks.ts'

const marks: readonly (readonly [Mark, string, typeof IconBold])[] = [
  ['heading', 'Heading', IconH2],
  ['strong', 'Bold', IconBold],
  ['bullets', 'List', IconList],
  ['numbers', 'Numbered list', IconListNumbers],
  ['link', 'Link', IconLink],
]

/** Editor for formatted text: buttons insert Markdown, and a preview shows the result. */
export function ProseEditor(props: ControlProps<'prose'>) {
  const [view, setView] = useState<'write' | 'read'>('write')
  const text = String(props.value ?? '')
  const mark = (kind: Mark): void => {
    const area = document.querySelector<HTMLTextAreaElement>(`textarea[name="${CSS.escape(props.name)}"]`)
    if (!area) return
    const next = marked(text, area.selectionStart, area.selectionEnd, kind)
    props.onChange(next.text)
    requestAnimationFrame(() => {
      area.focus()
      area.setSelectionRange(next.from, next.to)
    })
  }
  return (
    <div className={controls.stack}>
      <div className={styles.proseBar}>
        <Segments
          label={`View of ${props.label.toLowerCase()}`}
          choices={[
            { key: 'write', label: 'Write' },
            { key: 'read', label: 'Preview' },
          ]}
          chosen={view}
          onChoose={setView}
        />
        {view === 'write' && !props.off && (
          <span role="group" aria-label={`Format ${props.label.toLowerCase()}`}>
            {marks.map(([kind, label, icon]) => (
              <IconButton
                key={kind}
                icon={icon}
                size="sm"
                variant="ghost"
                label={label}
                onClick={() => mark(kind)}
              />
            ))}
          </span>
        )}
      </div>
      {view === 'write' ? (
        <TextArea {...fieldOf<string>(props)} rows={8} maxLength={props.control.max} />
      ) : (
        <div className={styles.read}>
          {text.trim() === '' ? (
            <span className={controls.quiet}>Nothing yet.</span>
          ) : (
            <Prose text={text} mayGo={() => true} />
          )}
        </div>
      )}
    </div>
  )
}
