import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '../../components/use-act.ts'
import { CUSTOMERS_KEY } from '../queries.ts'
import { BookCard, BookRow } from './card.tsx'
import { BookForm } from './form.tsx'
import { type Contact, contactsQuery } from './queries.ts'
import { useBookWords } from './words.ts'

const ROLES = ['billing', 'orders', 'reminders', 'other'] as const

/** The contacts of a customer. */
export function Contacts({ id }: { readonly id: string }) {
  const words = useBookWords()
  const contacts = useQuery(contactsQuery(id))
  const { act } = useAct([CUSTOMERS_KEY])
  const [edited, setEdited] = useState<Contact | 'new' | null>(null)
  const deleteContact = ({ id: entry_id, etag: ifMatch }: Contact) =>
    act({
      run: (api) => api.deleteContact({ path: { id, entry_id }, ifMatch }),
      done: words.deleted,
    })
  return (
    <>
      <BookCard
        title={words.contacts}
        none={words.noContacts}
        add={words.addContact}
        of={contacts}
        onAdd={() => setEdited('new')}
      >
        {(contact) => (
          <BookRow
            key={contact.id}
            name={contact.name}
            note={words.roles[roleOf(contact)]}
            isUsual={contact.default}
            lines={[contact.email === contact.name ? null : contact.email, contact.phone]}
            onEdit={() => setEdited(contact)}
            onDelete={() => deleteContact(contact)}
          />
        )}
      </BookCard>
      {edited !== null && (
        <ContactForm
          id={id}
          contact={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

const roleOf = ({ role }: { readonly role: string }) => ROLES.find((it) => it === role) ?? 'other'

interface FormProps {
  readonly id: string
  readonly contact: Contact | null
  readonly onClose: () => void
}

function ContactForm({ id, contact, onClose }: FormProps) {
  const words = useBookWords()
  const field = (name: 'name' | 'email' | 'phone') => ({
    name,
    label: words[name],
    defaultValue: contact?.[name] ?? '',
  })
  return (
    <BookForm
      title={contact ? words.editContact : words.addContact}
      places={['name', 'email', 'phone']}
      onClose={onClose}
      run={(api, value) => {
        const body = {
          name: value('name') ?? '',
          email: value('email'),
          phone: value('phone'),
          role: roleOf({ role: value('role') ?? 'other' }),
          default: value('default') !== null,
        }
        return contact
          ? api.putContact({ path: { id, entry_id: contact.id }, body, ifMatch: contact.etag })
          : api.createContact({ path: { id }, body })
      }}
    >
      {(errors) => (
        <>
          <TextInput {...field('name')} error={errors.name} maxLength={200} data-autofocus />
          <TextInput {...field('email')} error={errors.email} type="email" maxLength={254} />
          <TextInput {...field('phone')} error={errors.phone} type="tel" maxLength={50} />
          <NativeSelect
            name="role"
            label={words.role}
            defaultValue={contact ? roleOf(contact) : 'billing'}
            data={ROLES.map((value) => ({ value, label: words.roles[value] }))}
          />
          <Checkbox
            name="default"
            label={words.contactUsual}
            defaultChecked={contact?.default ?? false}
          />
        </>
      )}
    </BookForm>
  )
}
