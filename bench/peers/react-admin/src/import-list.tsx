import { Datagrid, DateField, List, NumberField, SearchInput, SelectInput, TextField } from 'react-admin';

const statuses = [
  'Collecting credentials',
  'Sample migration completed',
  'Migration in progress',
  'Migration completed',
];
const decisions = ['none', 'asked', 'accepted', 'rejected'];
const toChoices = (names: readonly string[]) => names.map((name) => ({ id: name, name }));

const filters = [
  <SearchInput key="q" source="q" alwaysOn />,
  <SelectInput key="status" source="status" choices={toChoices(statuses)} alwaysOn />,
  <SelectInput key="decision" source="decision" choices={toChoices(decisions)} />,
];

export function ImportList() {
  return (
    <List filters={filters} perPage={50} sort={{ field: 'seenAt', order: 'DESC' }}>
      <Datagrid rowClick={false}>
        <TextField source="id" />
        <TextField source="username" />
        <TextField source="tool" />
        <TextField source="status.text" label="Status" />
        <NumberField source="warnings" />
        <TextField source="decision" />
        <DateField source="seenAt" label="Last seen" showTime />
      </Datagrid>
    </List>
  );
}
