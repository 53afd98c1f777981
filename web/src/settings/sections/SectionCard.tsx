import type { EditorSection } from '@waybill/domain/settings/editor'
import type { ReactNode } from 'react'
import { cx } from '../../kit/ui/class-names.ts'
import styles from './section-card.module.css'

/** A section of the settings page: a card, or no card when the content has its own frame (SET-012, SET-016). */
export function SectionCard({ of: section, children }: { of: EditorSection; children: ReactNode }) {
  return (
    <section
      className={cx(styles.section, section.hasNoCard && styles.bare)}
      data-sections={section.sectionID}
      aria-labelledby={`section-${section.sectionID}`}
    >
      <header className={styles.sectionHead}>
        <h2 className={styles.sectionHeadHeading} id={`section-${section.sectionID}`}>
          {section.sectionTitle}
        </h2>
        {section.sectionDescription && <p className={styles.sectionHeadText}>{section.sectionDescription}</p>}
      </header>
      {children}
    </section>
  )
}
