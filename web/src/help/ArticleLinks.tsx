import type { HelpEntry } from '@waybill/domain/help/model'
import { AppLink } from '../kit/ui/buttons/AppLink.tsx'
import styles from './article-links.module.css'

/** Articles under each other: title and what it is about; the whole row leads there. */
export function ArticleLinks({ of: articles }: { of: readonly HelpEntry[] }) {
  return (
    <ul className={styles.articles}>
      {articles.map(({ slug, title, summary }) => (
        <li className={styles.articlesItem} key={slug}>
          <AppLink to={`/help-centre/${slug}`} className={styles.article ?? ''}>
            <strong className={styles.articleStrong}>{title}</strong>
            <span>{summary}</span>
          </AppLink>
        </li>
      ))}
    </ul>
  )
}
