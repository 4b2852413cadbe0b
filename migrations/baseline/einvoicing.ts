import type { Dialect } from './dialect.ts'

export const einvoicing = ({ sortedText }: Dialect): readonly string[] => [
  // einvoicing/supplier-invoices

  // An e-invoice that a supplier sent. Its bytes are a file.
  `create table supplier_invoices (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    status text not null,
    reason text,
    paid_on text,
    format text not null,
    profile text not null,
    kind text not null,
    number text not null,
    issue_date text not null,
    due_date text,
    currency text not null,
    seller_name text not null,
    seller_key text not null,
    total_cents int8 not null,
    due_cents int8 not null,
    errors int8 not null,
    warnings int8 not null,
    content text not null,
    findings text not null,
    sha256 text not null,
    search_text text not null,
    created_at text not null,
    updated_at text not null,
    number_order ${sortedText} not null default '',
    primary key (company_id, id),
    unique (company_id, sha256),
    foreign key (company_id, sha256) references file_contents (company_id, sha256)
  )`,
  `create index supplier_invoices_created on supplier_invoices (company_id, created_at, id)`,
  `create index supplier_invoices_issued on supplier_invoices (company_id, issue_date, id)`,
  `create index supplier_invoices_number on supplier_invoices (company_id, seller_key, number)`,
  `create index supplier_invoices_status on supplier_invoices (company_id, status, due_date)`,
  `create index supplier_invoices_due on supplier_invoices (company_id, due_date, id)`,
  `create index supplier_invoices_number_order on supplier_invoices (company_id, number_order, id)`,

  // einvoicing/access-point

  // The service through which a company sends and receives e-invoices, with its sealed token.
  `create table access_points (
    company_id int8 not null,
    version int8 not null,
    url text not null,
    token_sealed text not null,
    refused_since text,
    refused_detail text,
    updated_at text not null,
    primary key (company_id)
  )`,

  // An invoice that goes through the access point.
  `create table transmissions (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    invoice_id text not null,
    number text not null,
    format text not null,
    recipient text not null,
    status text not null,
    xml_sha256 text,
    detail text,
    queued_at text not null,
    created_at text not null,
    updated_at text not null,
    primary key (company_id, id)
  )`,
  // A failed one may be followed by another; two at once never.
  `create unique index transmissions_open on transmissions (company_id, invoice_id)
    where status != 'failed'`,
  `create index transmissions_invoice on transmissions (company_id, invoice_id, id)`,
  `create index transmissions_status on transmissions (company_id, status, updated_at)`,
]
