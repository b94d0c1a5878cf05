import { SelectField } from '@/components/ui/field';
import { EVERY_CONNECTOR, type Trends } from '@/lib/queries';
import { plural } from '@/runner/format';
import { connectorName } from './series-lines';

type Props = {
  connectors: Trends['connectors'];
  connector: string;
  onConnector: (connector: string) => void;
};

/** Chooses the connector whose runs are shown; renders nothing if there is only one. */
export function ConnectorField({ connectors, connector, onConnector }: Props) {
  const isKnown = connector === EVERY_CONNECTOR || connectors.some(({ key }) => key === connector);
  if (connectors.length < 2 && isKnown) return null;
  return (
    <SelectField
      label="Connector"
      className="w-56 min-w-0 max-w-full"
      value={connector}
      placeholder={connector}
      onValueChange={onConnector}
      options={[
        ...connectors.map(({ key, runs }) => ({ value: key, text: connectorName(key), hint: plural(runs, 'run') })),
        { value: EVERY_CONNECTOR, text: 'All connectors', hint: 'One line each' },
      ]}
    />
  );
}
