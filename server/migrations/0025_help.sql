-- Help articles of the company.

CREATE TABLE help_article (
  provider_id integer NOT NULL REFERENCES provider (id),
  slug text NOT NULL,
  title text NOT NULL,
  summary text NOT NULL,
  category text NOT NULL,
  readers text[] NOT NULL,
  keywords text NOT NULL,
  body text NOT NULL,
  is_shown boolean NOT NULL,
  version integer NOT NULL DEFAULT 1,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, slug)
);
COMMENT ON TABLE help_article IS 'Help articles that the company has written.';
COMMENT ON COLUMN help_article.slug IS 'Last part of its address; the same as that of an article of the product: takes its place.';
CALL tenant_table('help_article', 'provider', 'provider_id');

CREATE TABLE hidden_help_article (
  provider_id integer NOT NULL REFERENCES provider (id),
  slug text NOT NULL,
  PRIMARY KEY (provider_id, slug)
);
COMMENT ON TABLE hidden_help_article IS 'Articles of the product that the company hides.';
CALL tenant_table('hidden_help_article', 'provider', 'provider_id');

CREATE TABLE help_vote (
  provider_id integer NOT NULL REFERENCES provider (id),
  slug text NOT NULL,
  voter text NOT NULL,
  is_helpful boolean NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, slug, voter)
);
COMMENT ON TABLE help_vote IS 'Whether readers found an article helpful.';
COMMENT ON COLUMN help_vote.voter IS 'A user, or a guest by a digest of the IP address: one vote each, the last one counts.';
CALL tenant_table('help_vote', NULL, 'Opinions, not business data.');
