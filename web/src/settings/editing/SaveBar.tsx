import type { Setting } from '@waybill/domain/kit/setting'
import { useState } from 'react'
import { sentenceOf } from '../../kit/api/error-text.ts'
import { RadioGroup } from '../../kit/form/choices/Choices.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { storedValue, displayValue } from './edited-settings.ts'
import shared from '../settings.module.css'
import styles from './save-bar.module.css'
import type { SettingsEditing } from './use-settings.ts'

const countText = (changes: number): string => (changes === 1 ? '1 change' : `${changes} changes`)

/** Bar at the bottom of the page with the unsaved changes: review, discard or save all. */
export function SaveBar({ editing }: { editing: SettingsEditing }) {
  const [isReviewing, setReviewing] = useState(false)
  const { changed, problems, error, conflicts } = editing
  if (changed.length === 0) return null
  const wrong = changed.filter(({ key }) => problems[key])
  const first = wrong[0]
  const reason = first
    ? `${first.title}: ${problems[first.key]}`
    : conflicts.length > 0
      ? 'First choose which values to keep.'
      : null
  const titles = changed.map(({ title }) => title).join(', ')
  return (
    <>
      {error && (
        <Notice variant="error" title="Nothing was saved" live>
          {sentenceOf(error)}
        </Notice>
      )}
      <div className={styles.saveBar} role="region" aria-label="Unsaved changes" data-print="no">
        <span className={shared.dot} />
        <strong>{countText(changed.length)}</strong>
        <span className={styles.changedTitles}>{titles}</span>
        <Button variant="ghost" onClick={() => setReviewing(true)}>
          Review
        </Button>
        <Button onClick={editing.discard}>Discard</Button>
        <Button variant="primary" busy={editing.isSaving} reason={reason} onClick={editing.save}>
          {`Save ${countText(changed.length)}`}
        </Button>
      </div>
      {isReviewing && (
        <Modal
          title={countText(changed.length)}
          width="wide"
          onClose={() => setReviewing(false)}
          footer={
            <>
              <Button onClick={() => setReviewing(false)}>Close</Button>
              <Button
                variant="primary"
                reason={reason}
                onClick={() => {
                  setReviewing(false)
                  editing.save()
                }}
              >
                {`Save ${countText(changed.length)}`}
              </Button>
            </>
          }
        >
          <ul className={shared.review}>
            {changed.map((setting) => (
              <Change key={setting.key} of={setting} editing={editing} />
            ))}
          </ul>
        </Modal>
      )}
    </>
  )
}

function Change({ of: setting, editing }: { of: Setting; editing: SettingsEditing }) {
  const problem = editing.problems[setting.key]
  return (
    <li className={styles.reviewItem}>
      <span className={shared.title}>{setting.title}</span>
      <span className={styles.fromTo}>
        <del className={styles.fromToFormer}>
          {displayValue(setting, storedValue(setting, editing.stored))}
        </del>
        <span aria-hidden="true">→</span>
        <ins className={styles.fromToNew}>
          {setting.secret ? 'New secret' : displayValue(setting, editing.edits[setting.key])}
        </ins>
      </span>
      {problem && <span className={shared.problem}>{problem}</span>}
      <Button
        size="sm"
        variant="link"
        aria-label={`Undo ${setting.title}`}
        onClick={() => editing.undo(setting)}
      >
        Undo
      </Button>
    </li>
  )
}

/** Settings that another user saved in the meantime, each with a choice of which value to keep. */
export function SettingConflicts({ editing }: { editing: SettingsEditing }) {
  const { conflicts, stored } = editing
  if (conflicts.length === 0) return null
  return (
    <Stack>
      <Notice variant="warning" title="Someone else saved some of these settings in the meantime" live>
        Your changes are not saved yet. Choose which value to keep for each, then save again.
      </Notice>
      {conflicts.map(({ setting, mine }) => (
        <RadioGroup<'' | 'mine' | 'theirs'>
          key={setting.key}
          {...standaloneField<'' | 'mine' | 'theirs'>(`conflict.${setting.key}`, '', (whose) =>
            whose === 'mine' ? editing.preserveEdits(setting) : editing.takeTheirs(setting),
          )}
          label={setting.title}
          choices={[
            { value: 'mine', label: 'Keep mine', hint: displayValue(setting, mine) },
            {
              value: 'theirs',
              label: 'Take theirs',
              hint: displayValue(setting, storedValue(setting, stored)),
            },
          ]}
        />
      ))}
    </Stack>
  )
}
