-- The help articles of a company: its own, and what it says about those that ship with the product.

CREATE TABLE help_article (
  provider_id integer NOT NULL REFERENCES provider (id),
  -- The last part of its address. The same one as an article of the product takes that one's place.
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
CALL tenant_table('help_article', 'provider', 'provider_id');

CREATE TABLE hidden_help_article (
  provider_id integer NOT NULL REFERENCES provider (id),
  slug text NOT NULL,
  PRIMARY KEY (provider_id, slug)
);
CALL tenant_table('hidden_help_article', 'provider', 'provider_id');

CREATE TABLE help_vote (
  provider_id integer NOT NULL REFERENCES provider (id),
  slug text NOT NULL,
  -- A user, or a guest by a digest of the address: one vote each, the last one counts.
  voter text NOT NULL,
  is_helpful boolean NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, slug, voter)
);
CALL tenant_table('help_vote', NULL, 'Opinions, not business data.');
