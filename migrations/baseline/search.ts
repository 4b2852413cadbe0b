/**
 * The index of the words of invoices. It uses no parser of the engine, because parsers differ by
 * version and locale. The service splits the words, and PostgreSQL casts the text to a `tsvector`.
 */
export const SEARCH_POSTGRES = `create index invoices_search on invoices
  using gin ((search_text::tsvector))`

/**
 * PostgreSQL keeps new entries in a pending list, which slows every search. Compatible databases
 * refuse this setting.
 */
export const WITHOUT_PENDING_LIST = 'alter index invoices_search set (fastupdate = off)'
export const isPostgresItself = (version: string): boolean => /^PostgreSQL (?!.*-YB-)/.test(version)

/** The customer is a word too: `_` and the id, with which no other word begins. */
export const SEARCH_SQLITE = [
  `create virtual table invoices_search using fts5 (words, content = '',
    contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '-_.'")`,
  `create trigger invoices_search_insert after insert on invoices begin
    insert into invoices_search (rowid, words)
      values (new.search_key, substr(new.customer_id, 4) || new.search_text);
  end`,
  `create trigger invoices_search_update after update of search_text, customer_id on invoices
    when old.search_text <> new.search_text or old.customer_id <> new.customer_id begin
    update invoices_search set words = substr(new.customer_id, 4) || new.search_text
      where rowid = new.search_key;
  end`,
  `create trigger invoices_search_delete after delete on invoices begin
    delete from invoices_search where rowid = old.search_key;
  end`,
]
