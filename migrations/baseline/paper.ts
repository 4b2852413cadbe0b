import type { Dialect } from './dialect.ts'

export const paper = ({ sortedText }: Dialect): readonly string[] => [
  // paper/delivery-notes

  // Lists the delivered items of a quote or invoice. The rest is still to be delivered.
  `create table delivery_notes (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    number text not null,
    series text not null,
    sequence int8 not null,
    status text not null,
    date text not null,
    customer_id text not null,
    customer_name text not null,
    quote_id text,
    invoice_id text,
    content text not null,
    search_text text not null,
    voided_at text,
    created_at text not null,
    updated_at text not null,
    number_order ${sortedText} not null default '',
    primary key (company_id, id),
    unique (company_id, number),
    foreign key (company_id, customer_id) references customers (company_id, id)
  )`,
  `create index delivery_notes_created on delivery_notes (company_id, created_at, id)`,
  `create index delivery_notes_date on delivery_notes (company_id, date, id)`,
  `create index delivery_notes_customer on delivery_notes (company_id, customer_id)`,
  `create index delivery_notes_quote on delivery_notes (company_id, quote_id)
    where quote_id is not null`,
  `create index delivery_notes_invoice on delivery_notes (company_id, invoice_id)
    where invoice_id is not null`,
  `create index delivery_notes_number_order on delivery_notes (company_id, number_order, id)`,
]
