import { ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { EmptyState } from '../../kit/ui/states/States.tsx'
import { useMayVisit } from '../../kit/url/may-visit.ts'
import { tools } from './tool-list.ts'
import styles from './tools.module.css'

/** Page with the tools that the user may open (TOOL-001). */
export default function ToolsPage() {
  const mayVisit = useMayVisit()
  const shown = tools.filter(({ to }) => mayVisit(to))
  return (
    <Page width="detail">
      <PageHeader title="Tools" />
      {shown.length === 0 ? (
        <EmptyState title="Your role has no tools.">
          Ask an administrator of your company to give your role access.
        </EmptyState>
      ) : (
        <ul className={styles.tools}>
          {shown.map(({ to, label, about }) => (
            <li key={to}>
              <Card title={label} className={styles.tool}>
                <p className={styles.about}>{about}</p>
                <ButtonLink to={to} aria-label={`Open ${label}`}>
                  Open
                </ButtonLink>
              </Card>
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}
