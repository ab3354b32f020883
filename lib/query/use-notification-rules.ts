import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type {
  AccountNotifications,
  ChangeRuleBody,
  CreateRuleBody,
  NotificationChoice,
  NotificationRules,
  SavedNotificationRule,
} from '../contract/notification-rules';
import { anyEnvironment as environment, apiFetch, apiPost, backgroundFetch } from './api-fetch';
import { keys } from './keys';

const pollMs = 3000;

export const notificationRulesOptions = () =>
  queryOptions({
    queryKey: keys.notificationRules(),
    queryFn: ({ signal }) => backgroundFetch('/api/notification-rules', environment, 'notificationRulesSchema', signal),
    // Deliveries of the other environment are not announced to open pages.
    refetchInterval: ({ state }) => (state.data && isSending(state.data) ? pollMs : false),
  });

function isSending({ rules }: NotificationRules): boolean {
  return rules.some(({ lastMessage }) => lastMessage?.state === 'pending' || lastMessage?.state === 'sending');
}

export const useNotificationRules = () => useSuspenseQuery(notificationRulesOptions());

/** Each takes the version that was shown. The list is read again if the server refuses. */
export function useChangeNotificationRules() {
  const client = useQueryClient();
  const { queryKey } = notificationRulesOptions();
  const onSuccess = ({ rule }: SavedNotificationRule) => {
    client.setQueryData(queryKey, (shown) => {
      if (!shown) return shown;
      const isKnown = shown.rules.some(({ id }) => id === rule.id);
      return {
        ...shown,
        rules: isKnown ? shown.rules.map((one) => (one.id === rule.id ? rule : one)) : [...shown.rules, rule],
      };
    });
  };
  const onError = () => client.invalidateQueries({ queryKey });
  const schema = 'savedNotificationRuleSchema';
  const pathOf = (id: string) => `/api/notification-rules/${encodeURIComponent(id)}`;
  const create = useMutation({
    mutationFn: (body: CreateRuleBody) => apiPost('/api/notification-rules', environment, schema, body),
    onSuccess,
    onError,
  });
  const change = useMutation({
    mutationFn: ({ id, ...body }: ChangeRuleBody & { id: string }) =>
      apiFetch(pathOf(id), { schema, environment, method: 'PUT', body }),
    onSuccess,
    onError,
  });
  const rotateSecret = useMutation({
    mutationFn: ({ id, version }: RuleVersion) => apiPost(`${pathOf(id)}/secret`, environment, schema, { version }),
    onSuccess,
    onError,
  });
  const removeOldSecret = useMutation({
    mutationFn: ({ id, version }: RuleVersion) =>
      apiFetch(`${pathOf(id)}/secret?version=${version}`, { schema, environment, method: 'DELETE' }),
    onSuccess,
    onError,
  });
  const sendTest = useMutation({
    mutationFn: ({ id }: { id: string }) => apiPost(`${pathOf(id)}/test`, environment, schema),
    onSuccess,
    onError,
  });
  const remove = useMutation({
    mutationFn: ({ id, version }: RuleVersion) =>
      apiFetch(`${pathOf(id)}?version=${version}`, {
        schema: 'notificationRulesSchema',
        environment,
        method: 'DELETE',
      }),
    onSuccess: (rules: NotificationRules) => client.setQueryData(queryKey, rules),
    onError,
  });
  return { create, change, rotateSecret, removeOldSecret, sendTest, remove };
}

interface RuleVersion {
  id: string;
  version: number;
}

export const accountNotificationsOptions = () =>
  queryOptions({
    queryKey: keys.accountNotifications(),
    queryFn: ({ signal }) =>
      backgroundFetch('/api/account/notifications', environment, 'accountNotificationsSchema', signal),
  });

export const useAccountNotifications = () => useSuspenseQuery(accountNotificationsOptions());

export function useSaveAccountNotifications() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NotificationChoice) =>
      apiFetch('/api/account/notifications', {
        schema: 'accountNotificationsSchema',
        environment,
        method: 'PUT',
        body,
      }),
    onSuccess: (saved: AccountNotifications) => client.setQueryData(accountNotificationsOptions().queryKey, saved),
  });
}
