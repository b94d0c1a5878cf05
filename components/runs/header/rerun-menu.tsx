import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Menu, type MenuItem } from '@/components/ui/menu';
import { workspaceQuery } from '@/lib/queries';
import { RerunButton } from './rerun-button';

type Props = {
  items: readonly MenuItem[];
  starting: boolean;
  /** The connector of the run, and what happens when another one is chosen. */
  connector: string | undefined;
  onConnector: (connector: string) => void;
};

/** Shows what can be run again, and on which other models. In a file of its own, so that a page is readable before its menus have loaded. */
export function RerunMenu({ items, starting, connector, onConnector }: Props) {
  const [wasOpened, setWasOpened] = useState(false);
  const { data } = useQuery({ ...workspaceQuery(), enabled: wasOpened });
  const others = data?.connectors.filter(({ id, keyPresent }) => keyPresent && id !== connector) ?? [];
  const onOthers = others.map(({ id, type, model }) => ({
    text: `All cases on ${id}`,
    hint: model === undefined ? type : `${type}, ${model}`,
    onSelect: () => onConnector(id),
  }));
  return (
    <Menu items={[...items, ...onOthers]} onOpen={() => setWasOpened(true)}>
      <RerunButton starting={starting} />
    </Menu>
  );
}
