SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE SCHEMA journal;
CREATE FUNCTION public."Key_free"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    DELETE FROM "Key" USING "deleted" WHERE "Key"."worldId" = "deleted"."worldId" AND "Key"."kind" = TG_TABLE_NAME AND "Key"."id" = "deleted"."id";
    RETURN NULL;
END $$;
SET default_tablespace = '';
CREATE TABLE journal.batch (
    id bigint NOT NULL,
    day integer NOT NULL,
    messages bytea NOT NULL
)
PARTITION BY LIST (day);
SET default_table_access_method = heap;
CREATE TABLE journal.batch_20780 (
    id bigint NOT NULL,
    day integer NOT NULL,
    messages bytea NOT NULL
);
CREATE TABLE journal.call (
    place bigint NOT NULL,
    world text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    by text NOT NULL COLLATE pg_catalog."C",
    door text NOT NULL COLLATE pg_catalog."C",
    operation text COLLATE pg_catalog."C",
    "tppId" text COLLATE pg_catalog."C",
    method text NOT NULL COLLATE pg_catalog."C",
    target text NOT NULL COLLATE pg_catalog."C",
    "requestId" text COLLATE pg_catalog."C",
    "traceId" text COLLATE pg_catalog."C",
    status integer NOT NULL,
    code text COLLATE pg_catalog."C",
    "durationMs" double precision NOT NULL,
    cause text COLLATE pg_catalog."C",
    day integer NOT NULL
)
PARTITION BY LIST (day);
CREATE TABLE journal.call_20780 (
    place bigint NOT NULL,
    world text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    by text NOT NULL COLLATE pg_catalog."C",
    door text NOT NULL COLLATE pg_catalog."C",
    operation text COLLATE pg_catalog."C",
    "tppId" text COLLATE pg_catalog."C",
    method text NOT NULL COLLATE pg_catalog."C",
    target text NOT NULL COLLATE pg_catalog."C",
    "requestId" text COLLATE pg_catalog."C",
    "traceId" text COLLATE pg_catalog."C",
    status integer NOT NULL,
    code text COLLATE pg_catalog."C",
    "durationMs" double precision NOT NULL,
    cause text COLLATE pg_catalog."C",
    day integer NOT NULL
);
CREATE TABLE journal.loss (
    id bigint NOT NULL,
    world text NOT NULL COLLATE pg_catalog."C",
    first bigint NOT NULL,
    last bigint NOT NULL,
    calls bigint NOT NULL
);
ALTER TABLE journal.loss ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME journal.loss_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE journal.state (
    version integer NOT NULL,
    batches bigint NOT NULL
);
CREATE TABLE public."AccessCount" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    "tppId" text NOT NULL COLLATE pg_catalog."C",
    "customerId" text NOT NULL COLLATE pg_catalog."C",
    "accountId" text NOT NULL COLLATE pg_catalog."C",
    operation text NOT NULL COLLATE pg_catalog."C",
    day text NOT NULL COLLATE pg_catalog."C",
    calls integer NOT NULL
);
CREATE TABLE public."Account" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "ownerId" text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    bban text NOT NULL COLLATE pg_catalog."C",
    iban text NOT NULL COLLATE pg_catalog."C",
    currency text NOT NULL COLLATE pg_catalog."C",
    product text NOT NULL COLLATE pg_catalog."C",
    "cashAccountType" text NOT NULL COLLATE pg_catalog."C",
    "creditLine" integer NOT NULL,
    "bookedMinor" bigint NOT NULL,
    "reservedMinor" bigint DEFAULT 0 NOT NULL,
    "expectedOffsetMinor" bigint DEFAULT 0 NOT NULL,
    "demandsKid" boolean DEFAULT false NOT NULL,
    "createdAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Agreement" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "ownerId" text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    automatic boolean NOT NULL,
    "createdAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Authorisation" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "tppId" text NOT NULL COLLATE pg_catalog."C",
    "tppName" text NOT NULL COLLATE pg_catalog."C",
    purpose text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    "resourceId" text COLLATE pg_catalog."C",
    "customerId" text COLLATE pg_catalog."C",
    context text COLLATE pg_catalog."C",
    "agreementId" text COLLATE pg_catalog."C",
    "redirectUri" text NOT NULL COLLATE pg_catalog."C",
    "redirectPreferred" boolean NOT NULL,
    "sessionId" text COLLATE pg_catalog."C",
    "createdAt" text NOT NULL COLLATE pg_catalog."C",
    "expiresAt" text NOT NULL COLLATE pg_catalog."C",
    "finishedAt" text COLLATE pg_catalog."C",
    "wrongNumbers" integer DEFAULT 0 NOT NULL,
    "revokesAfter" text COLLATE pg_catalog."C"
);
CREATE TABLE public."Booking" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "debitId" text NOT NULL COLLATE pg_catalog."C",
    "creditId" text NOT NULL COLLATE pg_catalog."C",
    "amountMinor" bigint NOT NULL,
    currency text NOT NULL COLLATE pg_catalog."C",
    reason text NOT NULL COLLATE pg_catalog."C",
    "paymentId" text COLLATE pg_catalog."C",
    "bookedAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."CardAccount" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "ownerId" text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    "maskedPan" text NOT NULL COLLATE pg_catalog."C",
    currency text NOT NULL COLLATE pg_catalog."C",
    product text NOT NULL COLLATE pg_catalog."C",
    "creditLine" integer NOT NULL,
    "bookedMinor" bigint NOT NULL,
    "reservedMinor" bigint DEFAULT 0 NOT NULL,
    "expectedOffsetMinor" bigint DEFAULT 0 NOT NULL,
    "createdAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."CardTransaction" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "cardAccountId" text NOT NULL COLLATE pg_catalog."C",
    "bookingDate" text NOT NULL COLLATE pg_catalog."C",
    "valueDate" text NOT NULL COLLATE pg_catalog."C",
    "transactionDate" text COLLATE pg_catalog."C",
    "amountMinor" bigint NOT NULL,
    currency text NOT NULL COLLATE pg_catalog."C",
    "originalAmountMinor" bigint NOT NULL,
    "originalCurrency" text NOT NULL COLLATE pg_catalog."C",
    "cardAcceptorId" text COLLATE pg_catalog."C",
    "cardAcceptorName" text COLLATE pg_catalog."C",
    "merchantCategoryCode" text COLLATE pg_catalog."C",
    "transactionDetails" text COLLATE pg_catalog."C",
    invoiced boolean,
    "currencyExchange" text COLLATE pg_catalog."C",
    "proprietaryBankTransactionCode" text COLLATE pg_catalog."C",
    "createdAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Consent" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "tppId" text NOT NULL COLLATE pg_catalog."C",
    "tppName" text NOT NULL COLLATE pg_catalog."C",
    "customerId" text NOT NULL COLLATE pg_catalog."C",
    context text NOT NULL COLLATE pg_catalog."C",
    "agreementId" text NOT NULL COLLATE pg_catalog."C",
    "grantedAt" text NOT NULL COLLATE pg_catalog."C",
    "revokedAt" text COLLATE pg_catalog."C",
    "revokesAt" text COLLATE pg_catalog."C"
);
CREATE TABLE public."ConsentAccount" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    "consentId" text NOT NULL COLLATE pg_catalog."C",
    "accountId" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."ConsentCardAccount" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    "consentId" text NOT NULL COLLATE pg_catalog."C",
    "cardAccountId" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."ContactInformation" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    "tppId" text NOT NULL COLLATE pg_catalog."C",
    emails text NOT NULL COLLATE pg_catalog."C",
    "updatedAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Customer" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "psuId" text NOT NULL COLLATE pg_catalog."C",
    "customerNumber" text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    "createdAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Engagement" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "agreementId" text NOT NULL COLLATE pg_catalog."C",
    "customerId" text NOT NULL COLLATE pg_catalog."C",
    "accountId" text NOT NULL COLLATE pg_catalog."C",
    roles text NOT NULL COLLATE pg_catalog."C",
    "registerLimit" integer NOT NULL,
    "approvalLimit" integer NOT NULL,
    "createdAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Execution" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "paymentId" text NOT NULL COLLATE pg_catalog."C",
    date text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    failure text COLLATE pg_catalog."C",
    "executedAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."FixtureEntry" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    life text COLLATE pg_catalog."C"
);
CREATE TABLE public."Key" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    hash text COLLATE pg_catalog."C"
);
CREATE TABLE public."MachineTime" (
    id text NOT NULL COLLATE pg_catalog."C",
    "latestAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Payment" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "tppId" text NOT NULL COLLATE pg_catalog."C",
    "tppName" text NOT NULL COLLATE pg_catalog."C",
    service text NOT NULL COLLATE pg_catalog."C",
    product text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    "customerId" text NOT NULL COLLATE pg_catalog."C",
    context text NOT NULL COLLATE pg_catalog."C",
    "agreementId" text NOT NULL COLLATE pg_catalog."C",
    "debtorAccountId" text NOT NULL COLLATE pg_catalog."C",
    "debtorIban" text COLLATE pg_catalog."C",
    "debtorBban" text COLLATE pg_catalog."C",
    "debtorCurrency" text NOT NULL COLLATE pg_catalog."C",
    "totalMinor" bigint NOT NULL,
    "reservedMinor" bigint DEFAULT 0 NOT NULL,
    "ultimateDebtor" text COLLATE pg_catalog."C",
    "paymentInformationId" text COLLATE pg_catalog."C",
    "requestedExecutionDate" text COLLATE pg_catalog."C",
    "executionDate" text COLLATE pg_catalog."C",
    "startDate" text COLLATE pg_catalog."C",
    "endDate" text COLLATE pg_catalog."C",
    frequency text COLLATE pg_catalog."C",
    "executionRule" text COLLATE pg_catalog."C",
    "dayOfExecution" integer,
    "monthsOfExecution" text COLLATE pg_catalog."C",
    "fundsAvailable" boolean,
    "duplicateKey" text NOT NULL COLLATE pg_catalog."C",
    "basketId" text COLLATE pg_catalog."C",
    "forcedStatus" text COLLATE pg_catalog."C",
    "forcedReason" text COLLATE pg_catalog."C",
    "dueAt" text COLLATE pg_catalog."C",
    history text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    "createdAt" text NOT NULL COLLATE pg_catalog."C",
    "changedAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."PaymentEntry" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "paymentId" text NOT NULL COLLATE pg_catalog."C",
    "position" integer NOT NULL,
    status text NOT NULL COLLATE pg_catalog."C",
    "amountMinor" bigint NOT NULL,
    currency text NOT NULL COLLATE pg_catalog."C",
    "debitMinor" bigint NOT NULL,
    "feeMinor" bigint NOT NULL,
    "creditorName" text NOT NULL COLLATE pg_catalog."C",
    "creditorIban" text COLLATE pg_catalog."C",
    "creditorBban" text COLLATE pg_catalog."C",
    "creditorCurrency" text NOT NULL COLLATE pg_catalog."C",
    "creditorAccountId" text COLLATE pg_catalog."C",
    "creditorAgent" text COLLATE pg_catalog."C",
    "creditorAddress" text COLLATE pg_catalog."C",
    "endToEndId" text COLLATE pg_catalog."C",
    "remittanceInformationUnstructured" text COLLATE pg_catalog."C",
    "remittanceInformationStructured" text COLLATE pg_catalog."C",
    "purposeCode" text COLLATE pg_catalog."C",
    failure text COLLATE pg_catalog."C"
);
CREATE TABLE public."Request" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    "tppId" text NOT NULL COLLATE pg_catalog."C",
    "requestId" text NOT NULL COLLATE pg_catalog."C",
    fingerprint text NOT NULL COLLATE pg_catalog."C",
    status integer NOT NULL,
    headers text NOT NULL COLLATE pg_catalog."C",
    body text NOT NULL COLLATE pg_catalog."C",
    "createdAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Scenario" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    scenario text NOT NULL COLLATE pg_catalog."C",
    "tppId" text COLLATE pg_catalog."C",
    operation text COLLATE pg_catalog."C",
    "customerNumber" text COLLATE pg_catalog."C",
    "creditorAccount" text COLLATE pg_catalog."C",
    times integer,
    probability integer,
    seed integer NOT NULL,
    asked integer DEFAULT 0 NOT NULL,
    used integer DEFAULT 0 NOT NULL,
    "createdAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Secret" (
    name text NOT NULL COLLATE pg_catalog."C",
    sealed text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."SigningBasket" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "tppId" text NOT NULL COLLATE pg_catalog."C",
    "customerId" text NOT NULL COLLATE pg_catalog."C",
    context text NOT NULL COLLATE pg_catalog."C",
    "agreementId" text NOT NULL COLLATE pg_catalog."C",
    "createdAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Snapshot" (
    "worldName" text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    "contentId" text NOT NULL COLLATE pg_catalog."C",
    "takenAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Tpp" (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    "firstCalledAt" text COLLATE pg_catalog."C"
);
CREATE TABLE public."Transaction" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "accountId" text NOT NULL COLLATE pg_catalog."C",
    "bookingDate" text NOT NULL COLLATE pg_catalog."C",
    "valueDate" text NOT NULL COLLATE pg_catalog."C",
    "amountMinor" bigint NOT NULL,
    currency text NOT NULL COLLATE pg_catalog."C",
    "creditorName" text COLLATE pg_catalog."C",
    "creditorIban" text COLLATE pg_catalog."C",
    "creditorBban" text COLLATE pg_catalog."C",
    "creditorCurrency" text COLLATE pg_catalog."C",
    "creditorAgent" text COLLATE pg_catalog."C",
    "creditorId" text COLLATE pg_catalog."C",
    "ultimateCreditor" text COLLATE pg_catalog."C",
    "debtorName" text COLLATE pg_catalog."C",
    "debtorIban" text COLLATE pg_catalog."C",
    "debtorBban" text COLLATE pg_catalog."C",
    "debtorCurrency" text COLLATE pg_catalog."C",
    "debtorAgent" text COLLATE pg_catalog."C",
    "ultimateDebtor" text COLLATE pg_catalog."C",
    "endToEndId" text COLLATE pg_catalog."C",
    "remittanceInformationUnstructured" text COLLATE pg_catalog."C",
    "remittanceInformationUnstructuredArray" text COLLATE pg_catalog."C",
    "remittanceInformationStructuredArray" text COLLATE pg_catalog."C",
    "currencyExchange" text COLLATE pg_catalog."C",
    "bankTransactionCode" text COLLATE pg_catalog."C",
    "proprietaryBankTransactionCode" text COLLATE pg_catalog."C",
    "purposeCode" text COLLATE pg_catalog."C",
    "paymentId" text COLLATE pg_catalog."C",
    "createdAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."World" (
    id text NOT NULL COLLATE pg_catalog."C",
    name text COLLATE pg_catalog."C",
    "createdAt" text NOT NULL COLLATE pg_catalog."C",
    "clockOffsetMs" bigint DEFAULT 0 NOT NULL,
    "frozenAt" text COLLATE pg_catalog."C",
    "nextDueAt" text COLLATE pg_catalog."C",
    "wakesAt" text COLLATE pg_catalog."C",
    "lockedBy" text COLLATE pg_catalog."C",
    "lockedUntil" text COLLATE pg_catalog."C",
    "lockedFor" text COLLATE pg_catalog."C",
    "advanceFrom" text COLLATE pg_catalog."C",
    "advanceTo" text COLLATE pg_catalog."C",
    "discardedAt" text COLLATE pg_catalog."C",
    "expiresAt" text COLLATE pg_catalog."C",
    source text COLLATE pg_catalog."C",
    "imageId" text COLLATE pg_catalog."C",
    "hasScenarios" boolean DEFAULT false NOT NULL
);
CREATE TABLE public._prisma_migrations (
    id character varying(36) NOT NULL,
    checksum character varying(64) NOT NULL,
    finished_at timestamp with time zone,
    migration_name character varying(255) NOT NULL,
    logs text,
    rolled_back_at timestamp with time zone,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    applied_steps_count integer DEFAULT 0 NOT NULL
);
ALTER TABLE ONLY journal.batch ATTACH PARTITION journal.batch_20780 FOR VALUES IN (20780);
ALTER TABLE ONLY journal.call ATTACH PARTITION journal.call_20780 FOR VALUES IN (20780);
INSERT INTO journal.batch_20780 VALUES (1, 20780, '\x75915b6f1a311085ff8a354fad6493bd64af511ee8b26d91428858a236c5a8325e6fd9066c629ba404ed7fafbc442daad4377becf3cd99338b050c8ba2ac2af4653abb19a149391a0fbfcf1fee4af4613a7a40a369713f296fe768767f53568061b1040cbee701862385a7bdd0070a3985edde32db2a898ea8d142bc8a62a3f8233a22a95e50878cb0151792e956bd336f871c514aa1161b76b8425b73edbb2b46b6dd0a93a3f03d3aa2b6461dea2874aea99f9d9ad6cc320af991c259a75341aa97de4de00531f17d1284f320cc8338bff407a19f7ca3d0610a67664eb2b6ee559ecf028fad5684719692c48f6292852127699a6449d45c267e1d53e8bade4d00183e2b639db3201978036fe0e7611cc5116028949482bb3c0003df28234e452ba4253742feb0eb3f310e39173b8761bbdda6e57d8a173f8d921859f1cb5e88672732560bb63da3cc0f3b07fd570418867bbb56ba7ded496e65ebb6ae85748b9b8946682d34b9539b961f00835444bf1501c3575228d99b747832ddb9114cffcdc8b669fa2f1f35db9ebf55c349399d8d3f8d6f9d3dc6d7a2a768b539f18d55fa7cfeff38bf427ccdb411f67a6f1b9202868ac97ac5e4239989a7bde8a3febba22c8b4812a78ca441cc491cd661c679dc443e83e5f237');
INSERT INTO journal.batch_20780 VALUES (2, 20780, '\xb558e98fa34896ff573c683fcc2a4d2587f151a3528be0324e03e6b4a1b2d50a880063ce046c6cb7ea7f5f8133bbaa7ba67776566af983838877c77bbfc7e3eb57821704c9b6277bc3da8a134d1255fe17c7df49136088fe4434045793746762b95bc926a6c4d79f892941731431257e7d25deceb8b9bd129fdf57935d7b56d1dfff2b3ab75d55e0463f17216e3e4fecae49cbe46fff3df975f271f4f78fc507cd1f9806da7a9036f936f9f64a4c5f890b6c5218e6b87d253efffa4afc9e7fb481662976c5d2ab15c7bd12dfbe115362f16e27821dfc3ddbe369d430f252f4328a188e26e31945910b8aa2c8254531245eb0338ea6e6331a2e07a183547a464c8975d576c39a597ca23e519fe8cfec9c9b73c49410aab2c4519756253125a2bc6af163b3c365476e719974c7df42c84711ae0731b0aef3348203d7f3a91d5985aa1c599c5b3d48f81714fcb93b564d7a1fd986bb39a608e172b8211b9628846546821b3125b274d061e118370d6ec85d95a7d1b05f5664f3be494c8903f9a34ad2a8076bda91ac2dd3381e49e40616f887339bd724c35215551fbc84d1118f529a2a7fc86fbbaaf931007fe2cd3f26d111362deebe9cbb985cfee88185dfce788c354543868261488674cc910b0e326438636932e616340ce328e2689af879fa95b00cd791de33da560369224896a3caaac03bd2c456159d775c4b9a88aa22d9cec432b6923db124d3552d49fc652df1a264d993c7ff2fb26169bc339cefb6bcff4f0532d6c5c416249db7548398525382a1568fea48cbb66bce5187115f54e7b27be41cfc58bf1234457da2a831bba373d3e0327a14936ebcbc12dfa6af44d460947655a3c3028f696ae470a2570d2a60593ef8de29f828faae220d613992eb06bda4398a9d510c45d1f3ff4513c26157357f2685e51e52688aa2ffd4deb1e03e90a186b702979d8adeabebe3e698193d54174d42b8589121e2686a492f162c178ec6750d2c5b38568fddc1ee3c14fb2b61099ef8c763197f20c10f01fd37e1fc41ba8cb15aa2a1e4aae695f81cc3bcc5d357a26ecf1a6e5b983cc2bdcb316cf104d675535df0a43ba6ede4ddb3495a4e6ed5b9990c65f669b4ee973c2db377786a711e3feefbd8e061f54a3c5fe8e777e6f6b9ac9a1e27292c495415b8edd2887c5c36391a19e3a67dfe9eefff266a17dc8483deafaf842239a32da2b4951ce995f87948a3f62394bfbe127fad39cf1faa06c0fe83550f532268619436387a2f87eff6b411fc9dcb0b72c12ee764485388a4e96801231847345a8dfefd99f0dfb2e6af77153ee0b71de1f7f7b7f51f9a3e76159619d0e3e3f74091df9e44d80d28aa55e574c2b013bdba4c188a994f18f63333ff3c63268ae61053424c930754da6b9e64b8f917c34c55c8dbfba4a06c8ea95ced2d08e5f00a29f306f1c60c98f6b98639afc48be80b3125ae241c3b1219a7d711bfcb41abb3db91366edbb42a495524a6448c98395ce2251945342267d16c492e39b82443cca125cd30905940624aec6c975477248f5083dba191fcd62c3f0e0761ff97cefb61449a94b03b37981470d3a5f150be63585455022741e0cff384ef55c027aa19d33091d913b7efb902a25597994f71e0f03a48b2b763962aab9e02bcd9cabc08b69ad9f682e98b9e692a52bf319cbb8435d02b3ced4a42d27b2e239f0365730c8bb655652b8f582bf5f75ca34ab2a3597daf2423af2802ddf1f75ce617f219de44b1580779b8d67355d281066607d15119cd916eda5dbd6b27ffaee7d5b0c7fe61afb71d69abf1d9a81f1c35c1c99657d1e1b720d13dc0571a50e453b877af6b9187e39e2269120d1c4be2765b37704c9bba6a278dd21d9f35c4ec075eed83b74f1229d5784a11ec37c55643563425c09b2ecfcf5420f6fc70fec2572ae04dd1e262d1ae52faec384e2726a6809e29ffd95156b393cad15ed81a4f95e2032fd1d7bbb5e7693e32158b5e858b9b603519d5b599f0d25442868e49bd34b31ad7f3b9a8c1e5597d5aa8cfb9d41b413837d9943eee8fcece32e392325ded5a27166f2f6fa2378f63e3f9655321efd23e99353855e52df36df389e9629e795603a511f46a3b2b8cdeb88a88bb6af3ad1b9bdde584f579bcbc3c997b37b4bc985ec929c75ede6a69593065b2b4e7e7e0ea6f5673930976203116a76eed8822484a25dd3c1dcfbe2b29badc6cf63b51be2b973b2fd7f213eab3be69a0309b1ffdfbfab2b8e250a9b6727a8c2fc5dd39604cdf360ad31aaa36178a33b0b293010ff2b6f0df40e92d85b9b0cc03516c583ed100cf2ba704477d82cd5ee47dd1b3288737d7cf80577b5ee48de16ed7e612f0f15202bc268096efd7439e5a9401802fc98212f65c2a35b36c262fc2adcbab5abd3deef3e0bad5c072c81fa4f6a6af01c8cbfa6d2ebee94ee83394106f8a1766b7c68e6d09f6b1d254450449d2804492811901beb7586dedf602ef2b80170c2b918006340524267fca7c004efc062491c4ab9cc29bbea0c9e678960449c99fc08b26f8bd64fa6bc00ba01022c027bde2caba79a0c1460392027a931f694d4d0339705c79056cb3f7ad223ffb7bee8e94bc8dd8fc1c1ccce465ad1fc3c24a4336a9453e309c1badb894d48ba6bf79a902f5788974de94b6c0e4c5249100bfd1f7343ef2d45e52ea97e06db5392e3c39d370ceebecddacfb736bccf76942dff599c6556c974a945c25315757979b476f90f0bc3c2db4b89ca972359716050048bd24fd93535fe57a617007f58c2f3bf3cdd86645c34697da78ca8e17cf8a0eb2e49889262d77167ef3e338bd416e13d5dbc5d95f9873fbc62430ada968b640e09874142317f3cbbd17c0965ab0664e699abecb7d4fb2facdbd38e9d0e7e297e219059d55cb37d9ac3cc0ce4fc2dd56b4dbcd615ece1403b1cff7faf5ecb2a2c938fe266d772666a9767f9b9b21dcd5de4b9467624f5fdcb57fc0661c5ca383e82af521d38a3582cc6e7eeddb85bae3aca49017119ccd4bfee970bab94cac6f2b000ac13ea4027791f7c7b13b0c783e8e08d7619cd859aac73bd23b347f3475d2b554624a1cbbae6e3f3f3f7775fd095f6151e7f839845136ce10ef6ff48f5eb25ab12b3a5a6012a2e5929cad704442062272b542280ae978b160e8611cf8807e624a7cf9691c127e023f41c6e3ecbdb95273ddd839a8d09de0a88912abdf8f85e178a9a6b88c7ef2b940f19940ccae9ae273c1c9a7b7920e76ae6eecbc47728d60ae193e2abc3662dcc4a4a4d6b9d3dfc19cbe465b01b8c141a71ee00e807bbb8a3b97dba9e9f5182ae812153905156aa5969bbb6fd377a84837ddf1d3ad72ccfdbd9547a5b652d3e32d38c8f420677bb08e518172246449a0c85460830cee511eb1668205fa3bdd3ecfd435b8239bae030150d19aefa2c2cbe06193fbacd9a1c3a656d3eb1deed1d93f587454b82bb574292d5b323e6dcd4369768f7289f3d6d9356274158aa8343d60d807eb1abaf525bc1f0b24b99c46ad584bc958db03f5bea02de300323fe3e6b8d0666156df74097936cd535656eff6aec4448aa705d9f1123896e2df371095c1c676d05693bdad2dd1fb7d09748fca25acc8d5cb3de382036ac33b523507b0ae8b3848a977d7891a9db1fa20b3763e83029faa4f169b3b9ebbcaddcc83865717da9e0e021a71ba67b186ec59ee9e732c6565db924bfbb7ae77cbda76a99ade1fe4ce71fcfb0bab3296b0e442cad3f6b2c941d9628c75c20622629d8c76dc12e588e659634f5bfb82eead4c7f735870d4f2a3addb5d13b89ca0ad032ec8d1262c750a51f59b7debf65bd6136c56bbd88cd5c04cdffa39eabd42bb866b95b359b43544b40f1c7473d6eacc70808115941a9ec48645b0d318af0a187366e7f2dc9056ad9be7db90a26857ba8290954d974581734aae2e75d46dd9a491134848093274a7566af2e5cb4fc3cbd9b67a7c2020a67fcd28f1c3678aff7c4ab7235cc226ad882981700e6fff9814ed97b1703fbe44fcab399ea130b958c42c09975444d22ca411b760c23064fe9f40f1f3cfff03');
INSERT INTO journal.batch_20780 VALUES (3, 20780, '\x7592616fd3301086ff8ae50f08a4b8b593264e8b2654da0093b6b56a3b605a26e4d8171ad6c65eec4c1b55ff3b7232d884e0ebddbd8fdef7eeaeaff17436cbd66bf465b13a9ba3f36c7e3afdb6b95a66e8fd627e85e68bd9e57976b141abcbb36c8d037c7d8303cc46290ef021c7772d348f399ee478df3ae12a5da303927a6f76e060dabaad6e2adbd55f576a82f23cc79489908aa2204538e2844769420a4615614c72214529991afbb90019dbf61216d1681cb1f1388efb8e6e9dd47b98a0e972b95a7ccee66fd00135a0aa06a4db687444c71c1fbd511ef646957022c793438effe9ae6f3d13ba485be78c9d0c87ce98013c081f6a580879fbced89654ea84b254ca3066a41c514a38a594a494860478348a194d464ca4af9c31c482b595ae7bcdeff45c29c279392245a914895491c8344d4a5946393e1e3bf3defb276d9d0f12f2011dd0019b44499cc438c0335dd720fdca7180e54e5be88b0e6a47cea0feeeb67f2e3595128cc708637695ec0e32fc61751d20070f6e08f75e645d0362ff82b279341efab70807f8e9b43f3b92ff8a6da514d4fe37565042d34043967a57c9471ce05a93e6a98803fc95cc74dd99f478b2303e82edc66c5d956537f2a111fb97bdf5f43c5bac4e3f9e5e787b426ea1a3347ad7f3add3cdcbfcff71fe16c9ad682cb893d695c4fff05ad4aa10f52d59c15d0bddaa9f1f948f81701e2524156142621e1651088c9749846f6e7e01');
INSERT INTO journal.batch_20780 VALUES (4, 20780, '\x7552ef6fda3010fd57acfbd449314dc2af35d33eb090ad48d020926aeb309a8c732c1960a78ed396a1fcef95936e4293f6edf4fceebd77775eaf611286519290aff16a3e258b683a9bfc481f9611f9144f1fc8340eef17d15d4a56f7f3280107d61b70e0e63d387066f058a33e3108181c6bc34da1243913c3f798485e56b93257921f31208c31d8a95a66b67847cec4c2a4213c7be252607850627fb53d75c465eaddfee5a967d2908641635dfdce35e3863308ce0c2ead3ac40ab7813a3b681c06972e6f2cf5dc927cd71f51cfa3fe2075ddc01f0503afd7f7c6df19348d75f4ace3adaa4c5b8f7b6ecfed79417f341c0dc181504989c24e0d0e8883aab0030d4a43e7287f9afccfae264260695578591e0ad1aeeafa57a5a4430cbe986b7cb23d95d1c88f1722e9a9b49aff36810393dae44a17bf5b257b96bcc83294f6382bdca1d6a8e9521d0a710207a4a2fa0d0407bed150c936a395a7716927a85a5a258bddaea57cd6fc78f9964c1651bc9a7d99ddd9785ce4d8aa6875e8f42ba3f4e5f8ff49fe81889ceb0acdc7daeca8fd450997d996cb3d5de1638deda65d8ffb2edf6ee9361b7874ec8d47940f704cfb593618ba43ee8ba180cde615');
INSERT INTO journal.batch_20780 VALUES (5, 20780, '\x9554d1aee23610fd156b9e6dd6492081547d4881dda2de4b10b0db6eafd1cab14d490b36eb385529cabf577658c45db552f725712633e7cc9c99f1cb0b14d3e97cb3413f97eba7197a9ecf16c5a7edc7d51cfd50ce3ea259397dff3c5f6ed1fafdd37c03185e768021a60960b832f8dc2a7b619033b8a233bf9c94760dba226da4f2ef5aa2c671d736c89dcf0be99f4b7e524858c59d928543b2558543ce387e2c4ea6d50e5d11ef0fa2b5566971411de2ad3b185b37dcd5467f45d0a10e29ed6c1d188555b276c6069a1b77870e75e38cbd786c87f6d69c903348f0b651c88777a863d001865116f57549ee3883fccae04b55fd57288c41fe726550cb50388d784c7955912a1e4624a334229c671352c95144c7519625a38a0166d06713628ae9761a6c4196605a96e4eda620519c0c4769369e7cf9ed0b090e5cf8036670172f98631aa7248a489c6ce3248fd37c180d9228fb35b806755fbb0db774980f694ee98052dabb3dc8df97d977200446c1b127be3524d897e54f0c3acce0756ffe974c19c992714aaa884a124522e382ef4524270cba9d87bcb5f3a6f3634b037579e46869ac3c71ad43620fca96abf9d2c36006b7a6df50b87badc3bfc9e5278341aedbe31133702644aca71f667df97e5e7ad3fcdd62b35d17db45e9c9f095c137c033b843de28eee31046325014abd5bafc503c0549765de7a7338a01c38fa671e19c0de8800ea23c4947e908304c8dd64af805010ce2681ad51b9dd28e3c29fd9b3bdc37b710429d3d0c3f9f8fb5086bf5e6f7c6688c9cfacbbd517ffaa0c659c54f0f28dbcbd9837e1d04188a7e41ff0e48fe9638d4522aedef8ab5da2b6b95252b73acc505306843eccd08187e2153a343921e9e94e7b0e3c1add1f57e1f5cde5a7e7afcb7299ee7e57af16eb1f4e971715001c59a638fefd7fdb1feffc8fc3b240edc36ca7ddfba3d1903860dd7b2e2fa0fb2569f5b15a4be2fb890c98464b44a48954c1212ef659ac97d958e5301bbdd3f');
INSERT INTO journal.batch_20780 VALUES (6, 20780, '\x9554616fda3010fd2bd67d8e999d908464da07066c436ba102baad23a8328e2959c14e1d671d45f9ef939dd256955669ca87d877f79eefdd8bb35c427f3018cde7e8fb74763644e7a3e1b87fbdb8ba18a18fd3e1151a4e0797e7a3c902cd2ecf4673f060b9020f68af071e1c33b8ab853e64906670447ca7f82d3a22a9eed146ab07215183785d19b517ba72895cd87791a3b2aac7f9537252efd74223c9f60299432910bbd142ec8534af60aea241edc3eabc30e88818e7aab6a56ba56e0b7953a1921d5af0a690b98b1cd1f5b5657e26c8a0010fba346885e4ccb00cd263064e46bb94eade69f3891f614ab1df5d1092fa51daa59d80c63f33f03268a566901a5d8bc6cbe049f28924175506e9f29841913b3e427b9cfb21c59b2e21382684e01e2114539f912e4b92b54822c7edc6f406c4c7220eba21255197b29e839c4e6f67eab034204112d0240943576287e0125f992ed044e97ccfa474293b2397ba988dbff51723177c76e33f1505384f044d481efb9cc46f9eddac9a6665a7e75c6dcf39199b414abd0c4ef6daaddd9f5c7e4c9fbcb6a35e358d7597fae0c1175519b78e3ba4433a340da2300ac183819252705328099e75bd126dd00869f099903766fbf4a9f73917a5a56165b92b38b3a877bf2a253d64c41ff34efcb6a0ca68c1f62f581687d292be068107fdda6c952e1e1c93bd56db22cf85b4976b2636426ba1f185da15fc001e4885f563103cf881074aba262d3d9e96b699ca9555b2d86c5cc927cdf62f73f3fef9683a1b7f1e4f6c7b8c6f8563d16ad7f25746e997faffd1f97bc4b74c57c27ca8cd06db9fc09cc97ccde42d9e89bb5ab85113ca7cc2d66b9c53c2701c4604272ca6982749dc8b124a822084d5ea2f');
INSERT INTO journal.batch_20780 VALUES (7, 20780, '\x7592616fda301086ff8a759f6d4a1c9240aa7e48816ed55aa808d5d6613499c41959839dc6661a43f9ef934d4bd9d03ec539df3df7bee75b2c20190ec7698a3e4f677723743f1edd26dfe64f0f63743d1d3da1d174f8783f9eccd1ecf16e9c0286c51230787e0018f60c5eb6a2d9318819ec91ce84e44da934da23a97261bf657e0ca34a14066db5c8518b5aa425aff55a99d36cc9370219fe2c64625c92a9ebd3fb32472ea55219af2636d9925a062d60f07d7ad09473c319c47b064745875f278a41bcd8332873a7baeb71dae5ab15e119ef93c80b4232f0fd8cf4fbd1200a8a5ee4e52103fc8e7255b9a8f8ee126df495e72ead330631c50cac3f06b1d72e5b5bf566f25c8035e26085dacadc615e9dbb28edd290781ea1fe9cfa310de35ed00929fdcae040b6933987beba9a4cc94d9a108ffabd208cfa03473f36e499ed8c191cc7e83a1ec22d7e1f4e9a4c46d7c9e4d3dfe52997f98acbe73384dc5655bb6c5bfb189e7d8b8f4a1b778e3add4eb7e3c57e18847671864a4a91995249c090554a8b43d00869c89d90dfcdfab864499689da62785d5765c66dd5c50fad244646fc3217e2a72dd2a6117c734299ef6a0bfdb70830245bb3564df9db91ec42afcb3c17d2aef54c14a26944431e5455663bc02015695e8380e10b192ae9445a3c99d6568c76695a9645e1526e1abe39bd4b93fbf17476fbe17662e5f16c2d1ca551d581af8d6a4efdff47f925cad6bcd1c25c6d4d41fa80e1ed21c84cbc6c851bf5719d73da0d4814f00119ac228ff8110f29ed79bc1ff560b9fc03');
INSERT INTO journal.batch_20780 VALUES (8, 20780, '\xc557db6edb3810fd15824fbb80a892d43dc53e38b1d3044de22217748b285850d4c8512d532e4507f51afe9cfd87bce7c716a2dcae5bc4ae76b34001c3a635e4cc9c3387e3f1ed2d1e1c1d8daeaed0fbf1e5d9109d8f86a7833fae3fbc1ba1c3f1f0031a8e8f6ece4717d7e8f2e66c74851d7c7b871dccfd183b7895e24f0bd0cb141fa478858494f5429906ad90aa73683fcb1c959950286bdf36f60b310394894a2869f76c96d7cbf9d7c78359eb08ad90e81672a13528b9446bb446460bd50869ca5a35bf14a56ecc016294fefa6dd8acaea7a59a0c8581ed137b3c6b9895c6b4599daaa2d633d146b8518dd10b69161a721bbdcd609de2754b02675ec7422e8c48f1c12ac55f38e8be591a527c70bb4a71995b9a288ba5e40123854f298928a524a6d427212d2211c49cb348a6d84971cb9b3d7131f6021650cfa78c5246adb1e5d31abf376c716ced435156cbeec886f14d3a5bacdb8db2aa9b524d0eeb7a0af9f6818eb10d3a5b8e2e704819736964b77ea98fb55c8cdfa678bd765629fe3e087c9e8334fdfc07c97eff774e8ab7a5f0ef18671e49923008bc300e23083bc0ff48c602e194878431c23d6bde0ab68313c258e426c12e4a9c14ff506336f0dbbaaa606aca070d65033ac596cc7d02628c50167021829c0174f96edd806fe0b0ae663de078945297768a7ba6c4bdf18c1f40174f8fba541364ca0a3573d1ae7be0a205f1b2d04f0a48fcc0df687f479998dfbb4c3cf97f809d2c9a0a4ae8032427c2cbb8947e12f202f6ea8d267d81788cbb317bb1de0ec514740906cd9ffe42271f9f1eb502d3075446222ab8882216455197c72ed5d1de9728f42237dcd9577a8bee3f834a482ca91020639022db53294a787fc9f9d4e52fef0c87cb66399d42d5a73811f1791cc83828bc8c75a19f2f0e252ceeadb89fdf120222258398163e0d43beb73e1bd83d5a1dfb092dc123b11ffb419150ea453f00d2b5be1e40c22476fd970bedb86ca6606a3de9d7081861e025196310b3625f9ba684f6be333c666efcf25f9f63bd981a544fd01bfdf4a8dabe76b76e5fed08c73876f049dd18bb8e5cea52971d78611006d8c147b55260074dece0764082eea10165c819a889b9ff3a0b0fa48479eb46cce75529edf0f8ea63532b0719f86c5ec1437ba8311ac46ccb4b3bf53e73083b78b030f7b52effb49edab9fbbecc7350edf47d0905680d9abcabab522eb183554df4e62176f0efe4a85636c9d63d19cfedac6cb735aa2c0abbe5588bd9b6ed6a703e1a5f9ebe39bd68d313f21eac175d579dffc6d47a1bff8ecc5f23792f7403e6b7852948fb2fe14aa83c136a4a2ee1d3022cd594094e4596919cfb82441e039200000982a408e38866b1e0f8eeee6f');
INSERT INTO journal.call_20780 VALUES (1000, 'default', '01a20abb-a995-768a-826c-63d39cc6f51a', 1795476400534, 'OPERATOR', 'GRAPHQL', 'freezeClock setScenario', NULL, 'POST', '/graphql', NULL, NULL, 200, NULL, 793.629, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (2000, 'default', '01a20abb-b1f5-75a2-b431-f571abfcc511', 1795476402678, 'KIT', 'GRAPHQL', 'PsuId', NULL, 'POST', '/graphql', NULL, NULL, 200, NULL, 12.618, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (2001, 'default', '01a20abb-b20e-77f3-a80c-13a1d572bbb2', 1795476402703, 'TPP', 'REST', 'createPayment', 'NO-FSA-123456789', 'POST', '/v1/payments/norwegian-domestic-credit-transfers', '99391c7e-ad88-49ec-a2ad-99ddcb1f7721', NULL, 201, NULL, 65.199, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (3000, 'default', '01a20abb-b79e-7736-8a26-572b32e17f63', 1795476404127, 'OPERATOR', 'GRAPHQL', 'completeAuthorisation', NULL, 'POST', '/graphql', NULL, NULL, 200, NULL, 64.316, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (4000, 'default', '01a20abb-bd41-7176-a4e7-3dd4505a2c5c', 1795476405570, 'OPERATOR', 'GRAPHQL', 'takeSnapshot advanceClock', NULL, 'POST', '/graphql', NULL, NULL, 200, NULL, 74.486, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (5000, 'default', '01a20abb-cd39-70b3-b393-2fd67dfb686c', 1795476409658, 'OPERATOR', 'GRAPHQL', 'payments', NULL, 'POST', '/graphql', NULL, NULL, 200, NULL, 31.05, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (6000, 'default', '01a20abb-d10a-7560-9a71-c99786910335', 1795476410635, 'OPERATOR', 'GRAPHQL', 'clock customers audit', NULL, 'POST', '/graphql', NULL, NULL, 200, NULL, 102.692, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (7000, 'default', '01a20abb-d205-75a9-9b71-37a62241a874', 1795476410886, 'OPERATOR', 'GRAPHQL', 'scenarios snapshots tpps', NULL, 'POST', '/graphql', NULL, NULL, 200, NULL, 37.71, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (8000, 'default', '01a20abb-d24a-731e-9eee-559f6870b8a2', 1795476410954, 'OPERATOR', 'GRAPHQL', 'accounts', NULL, 'POST', '/graphql', NULL, NULL, 200, NULL, 13.675, NULL, 20780);
INSERT INTO journal.state VALUES (2, 8);
INSERT INTO public."Account" VALUES ('default', '018cc251-f400-7000-8004-60f7a582217c', '018cc251-f400-7000-8001-12a04a99be96', 'Daily', '15034010010', 'NO3515034010010', 'NOK', 'Current account', 'CACC', 0, 1601107, 10000, 0, false, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Account" VALUES ('~mwtwal3iff9ae4b', '018cc251-f400-7000-8004-60f7a582217c', '018cc251-f400-7000-8001-12a04a99be96', 'Daily', '15034010010', 'NO3515034010010', 'NOK', 'Current account', 'CACC', 0, 1601107, 10000, 0, false, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Agreement" VALUES ('default', '018cc251-f400-7000-8003-d9e190d72c07', '018cc251-f400-7000-8001-12a04a99be96', 'Kari Nordmann', true, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Agreement" VALUES ('~mwtwal3iff9ae4b', '018cc251-f400-7000-8003-d9e190d72c07', '018cc251-f400-7000-8001-12a04a99be96', 'Kari Nordmann', true, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Authorisation" VALUES ('default', '01a20abb-b247-7386-b10d-11c7acafc1d9', 'NO-FSA-123456789', 'acme', 'PAYMENT', 'FINALISED', '01a20abb-b241-7001-aa79-bd510817735b', '018cc251-f400-7000-8001-12a04a99be96', 'PRIVATE', '018cc251-f400-7000-8003-d9e190d72c07', 'https://tpp.example/back', true, '01a20abb-b7dd-77f4-bfdd-3db6c886fcf3', '2026-11-23T23:26:41.317+00:00', '2026-11-23T23:56:41.317+00:00', '2026-11-23T23:26:41.317+00:00', 0, NULL);
INSERT INTO public."Authorisation" VALUES ('~mwtwal3iff9ae4b', '01a20abb-b247-7386-b10d-11c7acafc1d9', 'NO-FSA-123456789', 'acme', 'PAYMENT', 'FINALISED', '01a20abb-b241-7001-aa79-bd510817735b', '018cc251-f400-7000-8001-12a04a99be96', 'PRIVATE', '018cc251-f400-7000-8003-d9e190d72c07', 'https://tpp.example/back', true, '01a20abb-b7dd-77f4-bfdd-3db6c886fcf3', '2026-11-23T23:26:41.317+00:00', '2026-11-23T23:56:41.317+00:00', '2026-11-23T23:26:41.317+00:00', 0, NULL);
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8005-47ec190ab752', 'clearing', '018cc251-f400-7000-8004-60f7a582217c', 5000000, 'NOK', 'OPENING_BALANCE', NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8002-e9c356245f1b', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 28180, 'NOK', 'TRANSACTION', NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8004-d20965eaa51d', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 69845, 'NOK', 'TRANSACTION', NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8006-38a32633284a', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 1290000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8008-aeb15ecd25e2', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 300000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-800a-95a19a5ec116', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 14025, 'NOK', 'TRANSACTION', NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-800c-3c9bdac08429', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 63767, 'NOK', 'TRANSACTION', NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-800e-449552675fad', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 31281, 'NOK', 'TRANSACTION', NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8010-307a2ece7fea', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 1290000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8012-28be82b9a36f', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 300000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8014-b82254e3ab05', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 11795, 'NOK', 'TRANSACTION', NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Booking" VALUES ('~mwtwal3iff9ae4b', '018cc251-f400-7000-8005-47ec190ab752', 'clearing', '018cc251-f400-7000-8004-60f7a582217c', 5000000, 'NOK', 'OPENING_BALANCE', NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Booking" VALUES ('~mwtwal3iff9ae4b', '018cc251-f400-7000-8002-e9c356245f1b', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 28180, 'NOK', 'TRANSACTION', NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Booking" VALUES ('~mwtwal3iff9ae4b', '018cc251-f400-7000-8004-d20965eaa51d', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 69845, 'NOK', 'TRANSACTION', NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Booking" VALUES ('~mwtwal3iff9ae4b', '018cc251-f400-7000-8006-38a32633284a', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 1290000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Booking" VALUES ('~mwtwal3iff9ae4b', '018cc251-f400-7000-8008-aeb15ecd25e2', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 300000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Booking" VALUES ('~mwtwal3iff9ae4b', '018cc251-f400-7000-800a-95a19a5ec116', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 14025, 'NOK', 'TRANSACTION', NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Booking" VALUES ('~mwtwal3iff9ae4b', '018cc251-f400-7000-800c-3c9bdac08429', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 63767, 'NOK', 'TRANSACTION', NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Booking" VALUES ('~mwtwal3iff9ae4b', '018cc251-f400-7000-800e-449552675fad', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 31281, 'NOK', 'TRANSACTION', NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Booking" VALUES ('~mwtwal3iff9ae4b', '018cc251-f400-7000-8010-307a2ece7fea', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 1290000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Booking" VALUES ('~mwtwal3iff9ae4b', '018cc251-f400-7000-8012-28be82b9a36f', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 300000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Booking" VALUES ('~mwtwal3iff9ae4b', '018cc251-f400-7000-8014-b82254e3ab05', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 11795, 'NOK', 'TRANSACTION', NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Customer" VALUES ('default', '018cc251-f400-7000-8001-12a04a99be96', '018cc251-f400-7000-8002-e734510641a8', '13039319955', 'Kari Nordmann', 'PRIVATE', '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Customer" VALUES ('~mwtwal3iff9ae4b', '018cc251-f400-7000-8001-12a04a99be96', '018cc251-f400-7000-8002-e734510641a8', '13039319955', 'Kari Nordmann', 'PRIVATE', '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Engagement" VALUES ('default', '018cc251-f400-7000-8006-cf3390d69502', '018cc251-f400-7000-8003-d9e190d72c07', '018cc251-f400-7000-8001-12a04a99be96', '018cc251-f400-7000-8004-60f7a582217c', 'OWNER DISPOSAL VIEW REGISTER APPROVE INTERNAL_TRANSFER SALARY', 2147483647, 2147483647, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Engagement" VALUES ('~mwtwal3iff9ae4b', '018cc251-f400-7000-8006-cf3390d69502', '018cc251-f400-7000-8003-d9e190d72c07', '018cc251-f400-7000-8001-12a04a99be96', '018cc251-f400-7000-8004-60f7a582217c', 'OWNER DISPOSAL VIEW REGISTER APPROVE INTERNAL_TRANSFER SALARY', 2147483647, 2147483647, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."FixtureEntry" VALUES ('default', 'Account', '018cc251-f400-7000-8004-60f7a582217c', '{"profile":"household","transactions":10,"from":"-60D","to":"-1D","seed":1}');
INSERT INTO public."FixtureEntry" VALUES ('default', 'document', 'Ub_Yo9Rs2zbtEOgZs2Gy51', '{}');
INSERT INTO public."FixtureEntry" VALUES ('~mwtwal3iff9ae4b', 'Account', '018cc251-f400-7000-8004-60f7a582217c', '{"profile":"household","transactions":10,"from":"-60D","to":"-1D","seed":1}');
INSERT INTO public."FixtureEntry" VALUES ('~mwtwal3iff9ae4b', 'document', 'Ub_Yo9Rs2zbtEOgZs2Gy51', '{}');
INSERT INTO public."Key" VALUES ('default', 'kari', 'Customer', '018cc251-f400-7000-8001-12a04a99be96', '0LI28aOihCbCtq6yLKTYfq');
INSERT INTO public."Key" VALUES ('default', 'daily', 'Account', '018cc251-f400-7000-8004-60f7a582217c', 'kJs-wkOYmh98Vxh5MSSnyr');
INSERT INTO public."Key" VALUES ('~mwtwal3iff9ae4b', 'kari', 'Customer', '018cc251-f400-7000-8001-12a04a99be96', '0LI28aOihCbCtq6yLKTYfq');
INSERT INTO public."Key" VALUES ('~mwtwal3iff9ae4b', 'daily', 'Account', '018cc251-f400-7000-8004-60f7a582217c', 'kJs-wkOYmh98Vxh5MSSnyr');
INSERT INTO public."MachineTime" VALUES ('MACHINE', '2026-11-23T23:26:51.904+00:00');
INSERT INTO public."Payment" VALUES ('default', '01a20abb-b241-7001-aa79-bd510817735b', 'NO-FSA-123456789', 'acme', 'SINGLE', 'norwegian-domestic-credit-transfers', 'ACTC', '018cc251-f400-7000-8001-12a04a99be96', 'PRIVATE', '018cc251-f400-7000-8003-d9e190d72c07', '018cc251-f400-7000-8004-60f7a582217c', 'NO3515034010010', '15034010010', 'NOK', 10000, 10000, NULL, NULL, NULL, '2026-11-24', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'j8ihFaA2Uo22ZDVlN76HOpzVX62fK3skGVnuNzyTQuU=', NULL, NULL, NULL, '2026-11-24T04:40:00.000+00:00', '2026-11-23T23:26:41.317Z ACTC APPROVAL 018cc251-f400-7000-8001-12a04a99be96
', '2026-11-23T23:26:41.317+00:00', '2026-11-23T23:26:41.317+00:00');
INSERT INTO public."Payment" VALUES ('~mwtwal3iff9ae4b', '01a20abb-b241-7001-aa79-bd510817735b', 'NO-FSA-123456789', 'acme', 'SINGLE', 'norwegian-domestic-credit-transfers', 'ACTC', '018cc251-f400-7000-8001-12a04a99be96', 'PRIVATE', '018cc251-f400-7000-8003-d9e190d72c07', '018cc251-f400-7000-8004-60f7a582217c', 'NO3515034010010', '15034010010', 'NOK', 10000, 10000, NULL, NULL, NULL, '2026-11-24', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'j8ihFaA2Uo22ZDVlN76HOpzVX62fK3skGVnuNzyTQuU=', NULL, NULL, NULL, '2026-11-24T04:40:00.000+00:00', '2026-11-23T23:26:41.317Z ACTC APPROVAL 018cc251-f400-7000-8001-12a04a99be96
', '2026-11-23T23:26:41.317+00:00', '2026-11-23T23:26:41.317+00:00');
INSERT INTO public."PaymentEntry" VALUES ('default', '01a20abb-b241-7001-aa7a-caa66faf477d', '01a20abb-b241-7001-aa79-bd510817735b', 0, 'OPEN', 10000, 'NOK', 10000, 0, 'Ola Nordmann', 'NO1815034020016', NULL, 'NOK', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public."PaymentEntry" VALUES ('~mwtwal3iff9ae4b', '01a20abb-b241-7001-aa7a-caa66faf477d', '01a20abb-b241-7001-aa79-bd510817735b', 0, 'OPEN', 10000, 'NOK', 10000, 0, 'Ola Nordmann', 'NO1815034020016', NULL, 'NOK', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public."Request" VALUES ('default', 'NO-FSA-123456789', '99391c7e-ad88-49ec-a2ad-99ddcb1f7721', '2 jErJGglFORB6pIjnxhcqJV/aWA/mrk/JxsoXwI5q8po= POST as1wxa 1l4lcoe ztntfp ztntfp 1imkdd8 oewbu4 1m6j6hx', 201, '{"Location":"/v1/payments/norwegian-domestic-credit-transfers/01a20abb-b241-7001-aa79-bd510817735b","Content-Type":"application/json; charset=utf-8"}', '{"paymentId":"01a20abb-b241-7001-aa79-bd510817735b","transactionStatus":"RCVD","transactionFees":{"amount":"0.00","currency":"NOK"},"transactionFeeIndicator":false,"psuMessage":"Please approve this payment in your bank.","_links":{"self":{"href":"/v1/payments/norwegian-domestic-credit-transfers/01a20abb-b241-7001-aa79-bd510817735b","verbs":["GET","DELETE"]},"status":{"href":"/v1/payments/norwegian-domestic-credit-transfers/01a20abb-b241-7001-aa79-bd510817735b/status","verbs":["GET"]},"scaRedirect":{"href":"/sca/01a20abb-b247-7386-b10d-11c7acafc1d9","verbs":["GET"]},"scaStatus":{"href":"/v1/payments/norwegian-domestic-credit-transfers/01a20abb-b241-7001-aa79-bd510817735b/authorisations/01a20abb-b247-7386-b10d-11c7acafc1d9","verbs":["GET"]}}}', '2026-11-23T23:26:42.762+00:00');
INSERT INTO public."Request" VALUES ('~mwtwal3iff9ae4b', 'NO-FSA-123456789', '99391c7e-ad88-49ec-a2ad-99ddcb1f7721', '2 jErJGglFORB6pIjnxhcqJV/aWA/mrk/JxsoXwI5q8po= POST as1wxa 1l4lcoe ztntfp ztntfp 1imkdd8 oewbu4 1m6j6hx', 201, '{"Location":"/v1/payments/norwegian-domestic-credit-transfers/01a20abb-b241-7001-aa79-bd510817735b","Content-Type":"application/json; charset=utf-8"}', '{"paymentId":"01a20abb-b241-7001-aa79-bd510817735b","transactionStatus":"RCVD","transactionFees":{"amount":"0.00","currency":"NOK"},"transactionFeeIndicator":false,"psuMessage":"Please approve this payment in your bank.","_links":{"self":{"href":"/v1/payments/norwegian-domestic-credit-transfers/01a20abb-b241-7001-aa79-bd510817735b","verbs":["GET","DELETE"]},"status":{"href":"/v1/payments/norwegian-domestic-credit-transfers/01a20abb-b241-7001-aa79-bd510817735b/status","verbs":["GET"]},"scaRedirect":{"href":"/sca/01a20abb-b247-7386-b10d-11c7acafc1d9","verbs":["GET"]},"scaStatus":{"href":"/v1/payments/norwegian-domestic-credit-transfers/01a20abb-b241-7001-aa79-bd510817735b/authorisations/01a20abb-b247-7386-b10d-11c7acafc1d9","verbs":["GET"]}}}', '2026-11-23T23:26:42.762+00:00');
INSERT INTO public."Scenario" VALUES ('default', '01a20abb-aca8-7156-933c-887975f471d6', 'delay; ms=1', NULL, NULL, NULL, NULL, 3, NULL, 1, 1, 1, '2026-11-23T23:26:41.317+00:00');
INSERT INTO public."Scenario" VALUES ('~mwtwal3iff9ae4b', '01a20abb-aca8-7156-933c-887975f471d6', 'delay; ms=1', NULL, NULL, NULL, NULL, 3, NULL, 1, 1, 1, '2026-11-23T23:26:41.317+00:00');
INSERT INTO public."Secret" VALUES ('authority', '9eFVbKCiU13teq+LEBRuxWqzU6u/amuKCjjbpeb6ILKan+n8FZJ9883uKdCwkxUDZfQD1Tny9PlBl8m98bTUwndKO+Px6mSW9zb5aiQRUYgc9Y7SiEbUWDon0fYOhkb3srDMM+at2meHHpDMDvswlwT1v3vNjYQ932/LQFA6sqgtbiLcFJrGoqZwymcMTpz38nqqAwVrq4oBP3U5QhpEdvqW99qt6vp4+GyYwTB+z6+M0RToyja7RoWxnLJHJcweVeu4fv+i04wj6WIKM8GmWGwJCbUgInQKL7Yn3iYDFm9CzcIh8L8joUTaXKBn8LS+37LqVY5uCsdiwHuf2keLUwtk5Wcm3zaeAFdLF9rdlXY9s9PIpnaIdmd8Ij4Re6zvwhYJWDJxlmtfTTPxjvGyOcCIzlJU50/LZdjE16AYEO0y/ADKZRB1oPKo81jfXsx+2wUGTc52l/pSs2AbJ0+tpHpHq0D5LvTnr3NKsCdPQFodQAm9Px9X4pOpucgB+Q5hrHxiMAl/By8DAiz4WLeePWldu99fy97krnOQUiw5FvVM+mLZrEHJNx9Y8bfhRlLHGzeMGIRx+a+eE+0A3EYLmGdxJGaWT70iyKzMO0mNhLojFzhd2hlLEjjn5sbwXKPfu+ber08U2fpsWEq5cJjh6uWqNWpAO7ngvNxSyNVv0m5rp1CyyQ+82Dwl2ijzbRm/deIRzDurWUWskdKpsT60Q9d2W+oxYxcJxFxRFXmBZDt9fCpn5EDhdoAs2Y8vZobaVerNDI2ls0xjwxjxb2VunUNZW5J33s01a/thiFa7DtJ7MHZKPn+m8FGUO3S2gpaiZ2j1K+HOjE6skpkbtGVfmhGVNP1TZgCec6WBQg07ctfN86ou/Ql/ZpVifLS7rtPJ5qVt6Fabe4cElmR0tHnMpLrFMYvWhyIqb4c2ib2OwMKT4DnG+CA6C1j+ucQQIXTm12lct0ymuA/n3TiL2pJ663N4f+39pazxiwE/PUN8JtjSulbOwSugObqNcvC7TGIbqRTa8A19EffJzS2WiZRYDs8vU86s5pVFxefRIm0LJL2lc0kHtbWhCeygvlTWxXggTK2PKPPPYN6+yKAp3jqdOGMbUUKUs50WjFTwZm2EXlo4exqzGpgDI9P89c4AvsTNsiUx5ya53+e4qK0VIs5+3vT8lJEF/v4uD4jZroEI/hlyE5yW9XCJuURS3DvprYjpzGG7G8CB9qhVZoe/zgFv52CWHoYjQ5Q6nxoU+k/zytehxq5mZrAd/gfleSChDHFtdvEfcDm75WGmgI6Lxsv2Z4yU3j3oHA7On8cKN4Q67RwhsIkqgbtmhqjKScyn84kp03rlcu/mUUaLFCqckD7C00sZFjxEmydvH7Iti4SjcaF1RXDfPm9XvLdH0YY0ajYMANdPXEb3fJ3uZ+8rZGwAYuIdt9U5z74ixktdR8BucZWq2sVzr4OFq13RhkuWzZ4XD0Gy4cSehWdMezYYebjRLPpk5Wqgn9b4o4tEMHNgzWw049AFgKUqF1ht0/ZZkN3pD8sY2Q9EKbPAcXJ0VXKKS+SneW4dA9xw36dS/QV7JiB9z1gMxWEOAYqp9+jq+OcCpd4R0l0+ocqFB4VOjTTSli+JtBjiWOy3p8M/OoE6k0fPZDGl+LDtR81cBK2dVNynodbGo+72fZsCBEPvUKKXhJePuenF3o4qW4EZP6q8YMyM3JnAy0MyoUQKrXredopIUfG0nufxgOLItIgcZofe797y2JHIS6N1d473EyDlQ+7jyHkL0oD5mSnljt1zApli49/e43zOF8Eb1D4SlnIGpK5y0uZ5MTY96KM6m6mmK+J0n7qVQ2OGHLhJk924DB1zX4/DJ77L6eWiLxTiMlAvn5W+Frj1zuNbvaB19m8AB4/ujg9DrPSDGNsw8B011F9i1R6A1Ua5CP97qepGvP36u+31gIWg9kkOl5XY+Mlfhb0MX6OP8bRDJ+T96pyKKddRj4SP8iUdwrYCS3adeoGWiO4fADr69/yy4KZKPc/c7yDoIA3DkL8FqM4hkyJRKC8Rdp0HbWFIYVFKoqzrvyPSkwV88g0Vd5+hfOPsysRt+LlChwQV9bvC8CP63YiRVc8zEAt6PI7/rTpjiE6NFWor8+gp8QvcMFB0G+CaTVxkb2abABsDso6/JBLejypBo7weMnnukeS1CNLB5W6taQRyIq634Yr63IE+FXJjCTnZ9nQ6F4jFLnYpBMC7lauIV8GsJYsFb/Hc+ib9oxtMZJyesgwoXYmCJQZVfivVEKeKvCk57WejkWbsW51tPXvO0hj+xNn0P8r1owcXwE3fUwJBNTvb7g7OvzyFHFzFxAfF+Az1reRHUldIYG4kzqe2ly3D0Dl0PbWc9Ymts4QzwXMQiW8OaGLn9HYclDMRmQfIaYgeK7Sn8c1IIv6d4+kO9NTdV6J006dx10kyjLXsaxuT/MP7J6NCAiKDRhqj9TMhizDM7g29Wy3VQVP8qnd31fEKR1b8gQNmf8is5mRW7L4K+WsCOtlWVl7gVu6vz0H+lnxKha+lqi646TQM6vbIGha0xutTz7OfzDhbZh8aaDlQNFenZsN10Y81SUl8c9zos1+ry8sjVw7JSMcCkUa9JP4JegHoEs6e8Wf5+PlcksBP2TZDuwnCIZgGHcxP9w0DoTq1LAic9XwlN5sIkYHzTXFlQE6fCe7GirbnN0lLykg353hSScg5SdSXl7Gno1AWHHwYAjsMu38nB6d0XKf6Cr7k+sw9p4dVakb1Zbu2mV3iCUTbtJPQ9ECZAZABEwYYQNdhXn3UkR+EvYxkXNEqcGhubJ7aVRRR6Ebj1TdaF4Efxw11gZGVTRmAgmDHq+6sLFkZFSNAFOS4LS5JXvnwfMTsCtbzDOlfxXWiliQmMUmXc8QwYB+66EniQ1HwogM6rB8tOPFi90ZjFF4ZEObvWN/kdLflqZbEBu3vwPVq1ehVqzgRKGYi/VtGcIWvQgubY7Zx4MoBD1tnuSIbQBhRzyweaiX+CBIqF7JoGY5uf5vXkq5YVaK7UrvS9pkLDAGgmxYC5aSIf+fmfwnOKGqcCLDDbOpoCGHpKKO0ttUvit6q6F/ARwFhZ0l4XrAMhjuqGyzdOA6ootHdkmJHQ/xUZw7//gVo7K1O3sBDQEklSPratD6EWA/m3+7SfxfvNjH3zmhCH6Fjzlv2HJZPrIO16JMM1LmueGrSjC5H/pZ7NvVGxJG4ZTCPC9ccuJl7PC/TM7aS6vX/5xzNsiuqrE/9J/UphJNSEmAaPv8ZNDLUSpznkIZ9qmPug/Sk1g1ktjc1zwM2ZyQVsbF77CLWmrEB3HrMvpzVDmfnrkKFuDY5/En4rCPKH0QCtL9Zia0WgNNrbwbTscu+lYoyC0L17KX3eCD6dbq10fcAcJDaiqbyZUyFE5WRxhRRMJM2vw+rsAIS/FD4kiEUSuW0aebalArFgHpI9POOY3f2tNiEsRP8itoqmhe6DEXAH4UOjiHIy/ixFLRGrkEoq5yW6kSyoC0AOqthS+0l588W6/D/LQDaHYp5qWPK1EcV6Ieu7b/k1kSfD7XeyMSacdLbzj67GY7DlbXzCsKesG5k3f+PBu7ou1JaxQhyr6QHh93mI8hLZxFS3GurXEnrjeBQwg5XW3+eBpk+xU/2KN8k004Jw25rm7kVi7P5uQP2rXyzxWwZUptuSDoePkHPOgdc6HGm7n1DzSuDkeOlvAqhmkoz1yoLHFmqr+YwPGyUosXvk15T2HIJ+cASdIcp05NWgUmnWj+0ckHRJGM8wnCVN7/73TkZdid2VqKXKc+KRoGFKgLkTigFdQlD4286LiAdwte+3zYkcCJ2NF1wNCK4RyXGEHKM21iBMTf196kNXWeVjsb+zbbBtpKg8XM0Cr9Vho6yf3LDEuwQc3Bm/tRwJEtSS6tnOrrVYvXAGFlue3MCCn2eCYhk/7oTVXwDVpFNc2ONdybv1+P40bXFFabezZWb7kj4B1WRtebuEiLfjXZPD+CG1jFNTfu6OnfPfenRAeAoK8MtLAqCc8UIx1SEJymFFNfEeHq64O6sXvoV5q1lOtBqx5tfiEmgIt7iXLDoQM0EpZyaDOi/lCJ2XD/L7q7YwLwzubkS0YLUw0L6THtFKcv1');
INSERT INTO public."Secret" VALUES ('tpp/acme', '1NFJO0h43srWD7WXkWlzB8BYiXwFscvg75Qy1JOi9/wDH8QTA2uvNKaXaqkLDShVLs6EhadSkw9CnkBY5NwYvNiSWUdT4/4fbGTKBh61ozaKSLWDFoT+uhRlQsXbt/cMTCtk1KDD3br6grM4oogC2BP+aOmc8+6ZYv4RHm2CWsZ8H0C0PYfjWy4CFqTYurjs3UvB/lDbAlgOFdTwQJYYDjz6nSNR01WE3ssekQZl/vfCz4bleTy2URgvOSdCQEiX4kv5zfPov/aMvDDuo+BN0qOSWC2okmAfRv23iVzUEHHgs2G6p1X7JYSsvN6MjlDW8AcEOq98B0eUsgQlPrZcUgXQ6HVGcJqX3SsCBWZwm1edKE6JuxJ7WPfRwzxo2M3ET30pK/2+fB+7hthhZv2NvE1I4lHh1J3l/TV9SlXh4WZdQIHP5McCmtIvYBvn0hHv/DDFltcaO41jLqc8QIv4V32/95sEe3TZmFvh+RrMVfsG1aLR8JJUu0+LUgLcvJ5RQ6g2Yl7dVa7y8du/luQJDxiR8sXnDFgC1IbtOsYmZHL3r4qZtwlwXkBZFz7UXAtQFHcEEvugil+kwDUTCT1UqdvMDphipKCjXyilLSmYA2meQmJQvQOR9k7CSiBvgHnUn+H3TYdM6nJ13LPv3gRx9dapFBIcY5Xt2CiSQ2CdGd+TEXEJ2cDbmoMUA1pfvhGWt1TjNvXL7xcGjvy65hMW2VKUBZfHIb1lXxBFmKgUq1BXJjj0OXkIPD3wegWtbq6agnqyfyjkzRj3wR3C15gpHSxCpbubgrw0JHSqWywOyCLBeFFmO86xd5mdtM1UN1a1nX77drq65ERYJNcGLiyBnpO7krcBKnRSm/x8WgrwNI2Ot2CqORI9U/R4AtFFiIZDVk4rMn97ynoRAAVCCaH7dmOAqCQxjtzCzNSoIDb+0afC5RIN/uVL43nK4ZePVMcNWjAJH04OY8tGq/vg54oOL6rZ5VgkwpKf2BYlEpWeS1DxO9POdURzhbHT4CP+1vOE1EYKHsmFEkMp3qaziSpCB4jXQHiC9MG0hIG9rsPdjKWmVTIVGgmyqQcbgmJZCLR2WqZndTw1qhVFE0RjuRZcwi0W7S1jSbN+NGhmlr+v8/3itI4O3tbiAdhq7FVyb+wqd93kYXY44daBS8qI0RIaPvVyDzXP8kNESCJFuJ+7V+TKZV+aj+uGQfhNa8TVGRRGHO0y/C3Z7BsRUvR+4cWrqMjKVd/UKASrLRu96vdpGxytjrkYS3ByUYPzYldc5/qrkXo1FFVZ90fJmXj1PNo2BmquNrkw8m+529bk75hPxqkrX7f4WahucmLRp9RMoAIYxNYN8R7nR00l/BBF/O9+BKmyTXQWx469NCvPgIN96rn3r4c/xU14WHyPLYjVZ7uDzSPyu6Ag1fhWuaTaHdXcfpva3UnzSpwCGBOBZXE/Vxin+3rFECLb5LyvJXJvbXQN/yYK1f88EM5zFybMFWFS1FmjplwpFGdevGXNrhmT7k0tHex6wvW2OXU6ScPFXUnx2fRKRTCJJ8s11MzRya/bwkjwA9wCJnHTA2ZzkmC0vNqgVtS79Es6O7cKkwU/gk71FnGXcTMx/5AOMGXrSv8d7WL6uKDrWRI0u0lEVAATXAmM1iOZIOT0W0WKodFvtfwlM+tky87wBCKyNx6zLbydhPAVm+dvfwhnztjrrVu8vTj0wxndBJRRfp3OVvig/Jg6BOUWOeUNL2dw61idhdF7uYaUjpwJcLmJqEtITKOXO4nJZT220gBYfSqXsGq0JFbGxch/nksz0gMp0Zcwx1pi1OLbkHAlekTLUdJzbwtNcBppPCaFX0LefW4nCFCFALY3whPozfksn/Dc/YoFPt9tj7+DNxBfalCcFY5pK7rbH4L0osvjK0zQP7MhQoJwsXwsi+YEXv3DHmsr2F7cL2Mc5U1ULZwc/6CTXV9eG0ZVCbQHRerkN0k5+yMuGa+6U8abzFQ7nFSH1Ytr+xrWL56KNQqnUd0vkHHkNI8185I7OayW0J10r82rDYcDK+PndZHAaXzUegWxSJguAvvuKD+6wVKBn4jefcykh5fd6fL7goIMfgBJqLixhTHZ5Z4w6dVFK9/rzWb3lZJPritMH61WwuhIJhH8fyl4sXT3EQYERaW/gqQ43Y8ITQLhOFR5Ky3NmUxfcpbj8vp/Wzu/s6CikQP3f7gGY6c98pw9kOEEZTiEGk3EPJ9Ae+FTUwB9XHRq/a3z1cGc5AZ1rt4/5pKcjOshQLyaccfPYqJ1waV0N1roXvpSRYMkqJqoQl6KxE4WyBxkNXpDgseydJLbmxaL1me8hIwb67PMW/AARO19ueQ5VeTmrYLux3P9frtBYOnGLriESvjo4ypRa+Q8y9jDPhgxkSwdN4K9Wc5D4s6cANwbwB1x82rc3gOCT6o57/MltezIOuq67X94nIYtKpx1Zh18ozuxWIDqotgfdiYwcMnFXGoEKnuvTIire9HLWe/v7e90n4h0v1H9YNAVDCz4Nca/T+j3Cjhddz74dfk6WZPmbpUKJXAvteY3LIuAX6nW20i95Xc4x6ZDx5i2Q5FjGoN5qVZmfSa6cYiJvJ0xlYwEmmxPGJfT3cKJ6QA8XKn0dcoNSyDX3dcxG45CNcJps5yov9PbRdzYT7VgX/kLOezD6A1pyxyWhDvCufwgSSb9mkrbHNUsz44Rhf1lQSSKyHSnY4LYHTVJQF3p2eDx2ToFer/X8V39UvM6MXaV9UFfOHSuMQjzhhFFkDtoV8DYS4F8M7NiMp25uhpKHKRs11xMrX7wqrPUFzuXH+A2edbLOsSuqFAOzNJek5/9lz/476nbbykeB41oNw4miNOg/2FInrVkk97a0VYpMt6sJTxcw0SrTM87oFmAwubOCqLoH1cminfyGI3AipgVP2eX7Y20rDuZYn4LrYxHSAEURcxlXf7wYTsSWWNKeJNMPYPH3YFSm+L0L6fp+dSn9FsWMLCL/veKVwrzPcvxeiZU0vwmTqPfmHyHXDd8gWYDovlKCyvkZtX3GdJXB+X1OmGl7tI0JgyLVEGjvDhnqBTyXv/qVwE3Y90Y9Sw9U8xU/mGZuhoqyYieEo/8EjKFsBZSVES2/GvyBu8+VKXEyNu2PANd4D1u17UuE96x9wsUoHci+0GIT3Ih1W6kjSJw14v34TvXCcxGSxDSpxU27TwkFdICIewU+rVy0kbj/1+awCwYmvBm8NUMRsJiyTBrscP9vUv2WRMD4NAeigpFTjD4bbMwYtvQbJ4FiAl5LTJjcY1jvYQY65iwd3CAMAu+MQUEQSk0dxMkPB9jMWIMNhgzcbi+QIT5eYcJeLdfQ5WC/lvU96mQD+tvEBVfwr1i1PPKRoTcREHqRKTwChFsv0agOL2iGelSFNdHO5+bS9+0vn5H3dNbcLp7MUQtnP507sxgtc5bdDSCSdTfbgiDx0t2kW2NOskYwVdd7k5PtzjdkHL3kLjDqdaYRT7uOgE/tkhiasJyURIZUv8McBxIFMuCMKm7+b0evXr4BoEQfY5Zx+OKNXGq34sh5R57ELFDCv3oPto2TovrWNFjW9SFFRPOSQ/e2xI3n1Tt3gYw6h+lwz9esXnmjpaaKuZ2OYZZJIuMIvDsVh2hXNMwiN52tTNv8cM1Ia5fQ6xkYjQm9l2KHkENYCaFjrl46ZQUglLIEXCd3NCFnV4qOWfodkOcqKQ2xgp9rVDkHu11tSXuMqdBrauYsdfgTJIq3Q443Esvg+IaJj44rVpW1+syqPjmw3ZAQU7ykmtmja1ZZY/haYXie6V4/u3Oc3We3WZCLJblt2BWzJoHN+wRmq+py88GXvxb4GkmH3cqJGc5qVjml60VbF/gOz7qOBrgHFx+/jAcnJrXuz4al7NUA8v3OI3XE9qwl75iO5C4xhCOc+vrLj/jvJpOawUj4PODxPNwu6gGSOjj2oywJjHmdGCp8j+UCIzYu5xCRHQ9mfAxLezaabXzyi84wVdhEH/goSBBHgOJDaS7dWjOoFuMUbZGcD19vwJ0tADz+a37zjOoVIHePnD9MKah2MIO4q4tFv6+Z/Bb8e1AWRWwhfoDRG/wt6hM6mGP5ZqI99mXYxIOUVfA/OvKWylpQ/AYw5LhdHZCaQjzc9vJZfZ8dz3g4qjlsL/Wcc9cX4MkHnl4JfIjiwDrikHXEjPPvsZTItfD3BbmC/B8cqE5YWb10AWb/3zVbaWcBPizkABdZpr03qnU5gKipLZZ8r5Eg0yHUw9f4hcu+Ul6+nYOD6N5aO1GK/K2vDhDTlnBLMVQSCR5uDnIV3YfGJC3DIaSuys0hRuja02w3DD+8gOzgWHAGG/1YOw7gWPzVu0xRTol81BxpTXhLfOW');
INSERT INTO public."Snapshot" VALUES ('default', 'found', '~mwtwal3iff9ae4b', '2026-11-23T23:26:45.622+00:00');
INSERT INTO public."Tpp" VALUES ('NO-FSA-123456789', 'acme', '2026-11-23T23:26:42.716+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8001-1e39b11e81f0', '018cc251-f400-7000-8004-60f7a582217c', '2026-10-04', '2026-10-04', -28180, 'NOK', 'Frukt og Grønt', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Frukt og Grønt', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8003-84845f900372', '018cc251-f400-7000-8004-60f7a582217c', '2026-10-10', '2026-10-10', -69845, 'NOK', 'Fisketorget', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Fisketorget', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8005-cc1e80f40662', '018cc251-f400-7000-8004-60f7a582217c', '2026-10-15', '2026-10-15', -1290000, 'NOK', 'Boligutleie AS', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Husleie', NULL, NULL, NULL, 'PMNT-ICDT-STDO', NULL, NULL, NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8007-4285c85f3b15', '018cc251-f400-7000-8004-60f7a582217c', '2026-10-18', '2026-10-18', -300000, 'NOK', 'Egen sparekonto', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Overføring til sparing', NULL, NULL, NULL, 'PMNT-ICDT-BOOK', NULL, NULL, NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8009-8c0aaec8ecab', '018cc251-f400-7000-8004-60f7a582217c', '2026-10-24', '2026-10-24', -14025, 'NOK', 'Reiseselskapet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Bysykkel', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-800b-70a2a7717771', '018cc251-f400-7000-8004-60f7a582217c', '2026-11-03', '2026-11-03', -63767, 'NOK', 'Bakeriet på Hjørnet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Bakeriet på Hjørnet', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-800d-a3b2cc4962fe', '018cc251-f400-7000-8004-60f7a582217c', '2026-11-09', '2026-11-09', -31281, 'NOK', 'Bakeriet på Hjørnet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Bakeriet på Hjørnet', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-800f-3b649fe94540', '018cc251-f400-7000-8004-60f7a582217c', '2026-11-14', '2026-11-14', -1290000, 'NOK', 'Boligutleie AS', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Husleie', NULL, NULL, NULL, 'PMNT-ICDT-STDO', NULL, NULL, NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8011-0152aa5d1ee3', '018cc251-f400-7000-8004-60f7a582217c', '2026-11-17', '2026-11-17', -300000, 'NOK', 'Egen sparekonto', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Overføring til sparing', NULL, NULL, NULL, 'PMNT-ICDT-BOOK', NULL, NULL, NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8013-9965536867e6', '018cc251-f400-7000-8004-60f7a582217c', '2026-11-23', '2026-11-23', -11795, 'NOK', 'Reiseselskapet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Kollektivreiser', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Transaction" VALUES ('~mwtwal3iff9ae4b', '018cc251-f400-7000-8005-cc1e80f40662', '018cc251-f400-7000-8004-60f7a582217c', '2026-10-15', '2026-10-15', -1290000, 'NOK', 'Boligutleie AS', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Husleie', NULL, NULL, NULL, 'PMNT-ICDT-STDO', NULL, NULL, NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Transaction" VALUES ('~mwtwal3iff9ae4b', '018cc251-f400-7000-800f-3b649fe94540', '018cc251-f400-7000-8004-60f7a582217c', '2026-11-14', '2026-11-14', -1290000, 'NOK', 'Boligutleie AS', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Husleie', NULL, NULL, NULL, 'PMNT-ICDT-STDO', NULL, NULL, NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Transaction" VALUES ('~mwtwal3iff9ae4b', '018cc251-f400-7000-8007-4285c85f3b15', '018cc251-f400-7000-8004-60f7a582217c', '2026-10-18', '2026-10-18', -300000, 'NOK', 'Egen sparekonto', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Overføring til sparing', NULL, NULL, NULL, 'PMNT-ICDT-BOOK', NULL, NULL, NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Transaction" VALUES ('~mwtwal3iff9ae4b', '018cc251-f400-7000-8011-0152aa5d1ee3', '018cc251-f400-7000-8004-60f7a582217c', '2026-11-17', '2026-11-17', -300000, 'NOK', 'Egen sparekonto', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Overføring til sparing', NULL, NULL, NULL, 'PMNT-ICDT-BOOK', NULL, NULL, NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Transaction" VALUES ('~mwtwal3iff9ae4b', '018cc251-f400-7000-8003-84845f900372', '018cc251-f400-7000-8004-60f7a582217c', '2026-10-10', '2026-10-10', -69845, 'NOK', 'Fisketorget', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Fisketorget', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Transaction" VALUES ('~mwtwal3iff9ae4b', '018cc251-f400-7000-800b-70a2a7717771', '018cc251-f400-7000-8004-60f7a582217c', '2026-11-03', '2026-11-03', -63767, 'NOK', 'Bakeriet på Hjørnet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Bakeriet på Hjørnet', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Transaction" VALUES ('~mwtwal3iff9ae4b', '018cc251-f400-7000-800d-a3b2cc4962fe', '018cc251-f400-7000-8004-60f7a582217c', '2026-11-09', '2026-11-09', -31281, 'NOK', 'Bakeriet på Hjørnet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Bakeriet på Hjørnet', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Transaction" VALUES ('~mwtwal3iff9ae4b', '018cc251-f400-7000-8001-1e39b11e81f0', '018cc251-f400-7000-8004-60f7a582217c', '2026-10-04', '2026-10-04', -28180, 'NOK', 'Frukt og Grønt', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Frukt og Grønt', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Transaction" VALUES ('~mwtwal3iff9ae4b', '018cc251-f400-7000-8009-8c0aaec8ecab', '018cc251-f400-7000-8004-60f7a582217c', '2026-10-24', '2026-10-24', -14025, 'NOK', 'Reiseselskapet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Bysykkel', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."Transaction" VALUES ('~mwtwal3iff9ae4b', '018cc251-f400-7000-8013-9965536867e6', '018cc251-f400-7000-8004-60f7a582217c', '2026-11-23', '2026-11-23', -11795, 'NOK', 'Reiseselskapet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Kollektivreiser', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T23:26:39.101+00:00');
INSERT INTO public."World" VALUES ('~mwtwal3iff9ae4b', NULL, '2026-11-23T23:26:45.583+00:00', 0, '2026-11-23T23:26:41.317+00:00', '2026-11-23T23:56:41.317+00:00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, true);
INSERT INTO public."World" VALUES ('default', 'default', '2026-11-23T23:26:39.097+00:00', 0, '2026-11-24T00:26:41.317+00:00', '2026-11-24T04:40:00.000+00:00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{"kind":"EMPTY"}', NULL, true);
INSERT INTO public._prisma_migrations VALUES ('b9f3e214-7495-4313-8c49-0fb8ff69f7ec', 'f765c48dd928ebc6090c1f6cb4b7a3a69546f2e8b8e614a50892971cce8aac95', '2026-11-23 23:26:37.190939+00', '20261123043000_books', NULL, NULL, '2026-11-23 23:26:37.190939+00', 1);
INSERT INTO public._prisma_migrations VALUES ('615caaa3-9468-4279-9ac4-648668f0ad23', '25ed577d43983b5ba47a9f217fd850b2ebe6b436704d43e312226654340d044f', '2026-11-23 23:26:37.190939+00', '20261123073228_secrets', NULL, NULL, '2026-11-23 23:26:37.190939+00', 1);
INSERT INTO public._prisma_migrations VALUES ('789267cd-7ceb-4b54-8b07-a44c52d8a35a', '3df7d3918b574b785fc17251c15b735df192f03d8b8bbf9c95a216549717304e', '2026-11-23 23:26:37.190939+00', '20261123073557_list_orders', NULL, NULL, '2026-11-23 23:26:37.190939+00', 1);
INSERT INTO public._prisma_migrations VALUES ('87c5cb95-1b37-4975-be00-fe10c38da2f6', '80ae3b9889cc96343f1c5ada0649edec992167d938302e86f7ec1f5316a584ba', '2026-11-23 23:26:37.190939+00', '20261123204723_keys', NULL, NULL, '2026-11-23 23:26:37.190939+00', 1);
INSERT INTO public._prisma_migrations VALUES ('b7300930-8a6e-48f9-a64f-3aa6df31fd24', '93522956855fd0e12c724f43583d0ca055d71d51002114924ffb00e3f58c85e2', '2026-11-23 23:26:37.190939+00', '20261123211552_basket_lists', NULL, NULL, '2026-11-23 23:26:37.190939+00', 1);
INSERT INTO public._prisma_migrations VALUES ('0a049cd7-0225-4045-9440-87f9ffa1c0bf', '3363ba62e2e545d15c15873db429f01424ffdbbbd6c6959cd7c759c3da5ad28c', '2026-11-23 23:26:37.190939+00', '20261123215801_fixtures_in_one_piece', NULL, NULL, '2026-11-23 23:26:37.190939+00', 1);
INSERT INTO public._prisma_migrations VALUES ('4c335092-b2d3-4f63-b559-d7e2f589ab8e', '1342c883cf59679a626bb0aab55b7cf994e8904a09f0b221f0e30e10b0cefbf3', '2026-11-23 23:26:37.190939+00', '20261123232217_drop_statement_marks', NULL, NULL, '2026-11-23 23:26:37.190939+00', 1);
SELECT pg_catalog.setval('journal.loss_id_seq', 1, false);
ALTER TABLE ONLY journal.batch
    ADD CONSTRAINT batch_pkey PRIMARY KEY (id, day);
ALTER TABLE ONLY journal.batch_20780
    ADD CONSTRAINT batch_20780_pkey PRIMARY KEY (id, day);
ALTER TABLE ONLY journal.call
    ADD CONSTRAINT call_pkey PRIMARY KEY (place, day);
ALTER TABLE ONLY journal.call_20780
    ADD CONSTRAINT call_20780_pkey PRIMARY KEY (place, day);
ALTER TABLE ONLY journal.loss
    ADD CONSTRAINT loss_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public."AccessCount"
    ADD CONSTRAINT "AccessCount_pkey" PRIMARY KEY ("worldId", "tppId", "customerId", "accountId", operation, day);
ALTER TABLE ONLY public."Account"
    ADD CONSTRAINT "Account_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."Agreement"
    ADD CONSTRAINT "Agreement_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."Authorisation"
    ADD CONSTRAINT "Authorisation_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."Booking"
    ADD CONSTRAINT "Booking_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."CardAccount"
    ADD CONSTRAINT "CardAccount_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."CardTransaction"
    ADD CONSTRAINT "CardTransaction_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."ConsentAccount"
    ADD CONSTRAINT "ConsentAccount_pkey" PRIMARY KEY ("worldId", "consentId", "accountId");
ALTER TABLE ONLY public."ConsentCardAccount"
    ADD CONSTRAINT "ConsentCardAccount_pkey" PRIMARY KEY ("worldId", "consentId", "cardAccountId");
ALTER TABLE ONLY public."Consent"
    ADD CONSTRAINT "Consent_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."ContactInformation"
    ADD CONSTRAINT "ContactInformation_pkey" PRIMARY KEY ("worldId", "tppId");
ALTER TABLE ONLY public."Customer"
    ADD CONSTRAINT "Customer_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."Engagement"
    ADD CONSTRAINT "Engagement_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."Execution"
    ADD CONSTRAINT "Execution_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."FixtureEntry"
    ADD CONSTRAINT "FixtureEntry_pkey" PRIMARY KEY ("worldId", kind, id);
ALTER TABLE ONLY public."Key"
    ADD CONSTRAINT "Key_pkey" PRIMARY KEY ("worldId", key);
ALTER TABLE ONLY public."MachineTime"
    ADD CONSTRAINT "MachineTime_pkey" PRIMARY KEY (id);
ALTER TABLE ONLY public."PaymentEntry"
    ADD CONSTRAINT "PaymentEntry_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."Payment"
    ADD CONSTRAINT "Payment_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."Request"
    ADD CONSTRAINT "Request_pkey" PRIMARY KEY ("worldId", "tppId", "requestId");
ALTER TABLE ONLY public."Scenario"
    ADD CONSTRAINT "Scenario_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."Secret"
    ADD CONSTRAINT "Secret_pkey" PRIMARY KEY (name);
ALTER TABLE ONLY public."SigningBasket"
    ADD CONSTRAINT "SigningBasket_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."Snapshot"
    ADD CONSTRAINT "Snapshot_pkey" PRIMARY KEY ("worldName", name);
ALTER TABLE ONLY public."Tpp"
    ADD CONSTRAINT "Tpp_pkey" PRIMARY KEY (id);
ALTER TABLE ONLY public."Transaction"
    ADD CONSTRAINT "Transaction_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."World"
    ADD CONSTRAINT "World_pkey" PRIMARY KEY (id);
ALTER TABLE ONLY public._prisma_migrations
    ADD CONSTRAINT _prisma_migrations_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX call_world_id_day_idx ON ONLY journal.call USING btree (world, id, day);
CREATE UNIQUE INDEX call_20780_world_id_day_idx ON journal.call_20780 USING btree (world, id, day);
CREATE INDEX call_world_place_idx ON ONLY journal.call USING btree (world, place);
CREATE INDEX call_20780_world_place_idx ON journal.call_20780 USING btree (world, place);
CREATE UNIQUE INDEX "Account_worldId_bban_key" ON public."Account" USING btree ("worldId", bban);
CREATE UNIQUE INDEX "Account_worldId_iban_key" ON public."Account" USING btree ("worldId", iban);
CREATE INDEX "Account_worldId_ownerId_id_idx" ON public."Account" USING btree ("worldId", "ownerId", id);
CREATE INDEX "Agreement_worldId_ownerId_id_idx" ON public."Agreement" USING btree ("worldId", "ownerId", id);
CREATE UNIQUE INDEX "Agreement_worldId_ownerId_name_key" ON public."Agreement" USING btree ("worldId", "ownerId", name);
CREATE INDEX "Authorisation_worldId_customerId_id_idx" ON public."Authorisation" USING btree ("worldId", "customerId", id);
CREATE INDEX "Authorisation_worldId_resourceId_id_idx" ON public."Authorisation" USING btree ("worldId", "resourceId", id);
CREATE UNIQUE INDEX "Authorisation_worldId_sessionId_key" ON public."Authorisation" USING btree ("worldId", "sessionId");
CREATE INDEX "Authorisation_worldId_status_expiresAt_idx" ON public."Authorisation" USING btree ("worldId", status, "expiresAt");
CREATE INDEX "Authorisation_worldId_tppId_id_idx" ON public."Authorisation" USING btree ("worldId", "tppId", id);
CREATE INDEX "Booking_worldId_creditId_id_idx" ON public."Booking" USING btree ("worldId", "creditId", id);
CREATE INDEX "Booking_worldId_debitId_id_idx" ON public."Booking" USING btree ("worldId", "debitId", id);
CREATE INDEX "Booking_worldId_paymentId_id_idx" ON public."Booking" USING btree ("worldId", "paymentId", id) WHERE ("paymentId" IS NOT NULL);
CREATE UNIQUE INDEX "CardAccount_worldId_maskedPan_key" ON public."CardAccount" USING btree ("worldId", "maskedPan");
CREATE INDEX "CardAccount_worldId_ownerId_id_idx" ON public."CardAccount" USING btree ("worldId", "ownerId", id);
CREATE INDEX "CardTransaction_worldId_cardAccountId_bookingDate_id_origin_idx" ON public."CardTransaction" USING btree ("worldId", "cardAccountId", "bookingDate", id, "originalAmountMinor");
CREATE INDEX "CardTransaction_worldId_cardAccountId_originalAmountMinor_i_idx" ON public."CardTransaction" USING btree ("worldId", "cardAccountId", "originalAmountMinor", id);
CREATE INDEX "ConsentAccount_worldId_accountId_idx" ON public."ConsentAccount" USING btree ("worldId", "accountId");
CREATE INDEX "ConsentCardAccount_worldId_cardAccountId_idx" ON public."ConsentCardAccount" USING btree ("worldId", "cardAccountId");
CREATE INDEX "Consent_worldId_agreementId_id_idx" ON public."Consent" USING btree ("worldId", "agreementId", id);
CREATE INDEX "Consent_worldId_customerId_id_idx" ON public."Consent" USING btree ("worldId", "customerId", id);
CREATE INDEX "Consent_worldId_revokesAt_idx" ON public."Consent" USING btree ("worldId", "revokesAt");
CREATE INDEX "Consent_worldId_tppId_customerId_grantedAt_id_idx" ON public."Consent" USING btree ("worldId", "tppId", "customerId", "grantedAt", id);
CREATE UNIQUE INDEX "Customer_worldId_customerNumber_key" ON public."Customer" USING btree ("worldId", "customerNumber");
CREATE UNIQUE INDEX "Customer_worldId_psuId_key" ON public."Customer" USING btree ("worldId", "psuId");
CREATE INDEX "Engagement_worldId_accountId_id_idx" ON public."Engagement" USING btree ("worldId", "accountId", id);
CREATE INDEX "Engagement_worldId_agreementId_id_idx" ON public."Engagement" USING btree ("worldId", "agreementId", id);
CREATE INDEX "Engagement_worldId_customerId_id_idx" ON public."Engagement" USING btree ("worldId", "customerId", id);
CREATE UNIQUE INDEX "Execution_worldId_paymentId_date_key" ON public."Execution" USING btree ("worldId", "paymentId", date);
CREATE INDEX "Execution_worldId_paymentId_id_idx" ON public."Execution" USING btree ("worldId", "paymentId", id);
CREATE UNIQUE INDEX "Key_worldId_kind_id_key" ON public."Key" USING btree ("worldId", kind, id);
CREATE INDEX "PaymentEntry_worldId_paymentId_position_idx" ON public."PaymentEntry" USING btree ("worldId", "paymentId", "position");
CREATE INDEX "Payment_worldId_agreementId_id_idx" ON public."Payment" USING btree ("worldId", "agreementId", id);
CREATE INDEX "Payment_worldId_basketId_idx" ON public."Payment" USING btree ("worldId", "basketId");
CREATE INDEX "Payment_worldId_customerId_id_idx" ON public."Payment" USING btree ("worldId", "customerId", id);
CREATE INDEX "Payment_worldId_debtorAccountId_id_idx" ON public."Payment" USING btree ("worldId", "debtorAccountId", id);
CREATE INDEX "Payment_worldId_debtorAccountId_status_idx" ON public."Payment" USING btree ("worldId", "debtorAccountId", status);
CREATE INDEX "Payment_worldId_dueAt_id_idx" ON public."Payment" USING btree ("worldId", "dueAt", id);
CREATE INDEX "Payment_worldId_status_id_idx" ON public."Payment" USING btree ("worldId", status, id);
CREATE INDEX "Payment_worldId_totalMinor_id_idx" ON public."Payment" USING btree ("worldId", "totalMinor", id);
CREATE INDEX "Payment_worldId_tppId_duplicateKey_idx" ON public."Payment" USING btree ("worldId", "tppId", "duplicateKey");
CREATE INDEX "Request_worldId_createdAt_idx" ON public."Request" USING btree ("worldId", "createdAt");
CREATE INDEX "SigningBasket_worldId_agreementId_id_idx" ON public."SigningBasket" USING btree ("worldId", "agreementId", id);
CREATE INDEX "SigningBasket_worldId_customerId_id_idx" ON public."SigningBasket" USING btree ("worldId", "customerId", id);
CREATE UNIQUE INDEX "Snapshot_contentId_key" ON public."Snapshot" USING btree ("contentId");
CREATE INDEX "Transaction_worldId_accountId_amountMinor_id_idx" ON public."Transaction" USING btree ("worldId", "accountId", "amountMinor", id);
CREATE INDEX "Transaction_worldId_accountId_bookingDate_id_amountMinor_idx" ON public."Transaction" USING btree ("worldId", "accountId", "bookingDate", id, "amountMinor");
CREATE INDEX "Transaction_worldId_paymentId_id_idx" ON public."Transaction" USING btree ("worldId", "paymentId", id) WHERE ("paymentId" IS NOT NULL);
CREATE INDEX "World_discardedAt_idx" ON public."World" USING btree ("discardedAt");
CREATE INDEX "World_expiresAt_idx" ON public."World" USING btree ("expiresAt");
CREATE INDEX "World_imageId_idx" ON public."World" USING btree ("imageId");
CREATE UNIQUE INDEX "World_name_key" ON public."World" USING btree (name);
CREATE INDEX "World_wakesAt_idx" ON public."World" USING btree ("wakesAt");
ALTER INDEX journal.batch_pkey ATTACH PARTITION journal.batch_20780_pkey;
ALTER INDEX journal.call_pkey ATTACH PARTITION journal.call_20780_pkey;
ALTER INDEX journal.call_world_id_day_idx ATTACH PARTITION journal.call_20780_world_id_day_idx;
ALTER INDEX journal.call_world_place_idx ATTACH PARTITION journal.call_20780_world_place_idx;
CREATE TRIGGER "Account_delete_key" AFTER DELETE ON public."Account" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "Agreement_delete_key" AFTER DELETE ON public."Agreement" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "Authorisation_delete_key" AFTER DELETE ON public."Authorisation" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "CardAccount_delete_key" AFTER DELETE ON public."CardAccount" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "CardTransaction_delete_key" AFTER DELETE ON public."CardTransaction" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "Consent_delete_key" AFTER DELETE ON public."Consent" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "Customer_delete_key" AFTER DELETE ON public."Customer" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "Engagement_delete_key" AFTER DELETE ON public."Engagement" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "Payment_delete_key" AFTER DELETE ON public."Payment" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "Scenario_delete_key" AFTER DELETE ON public."Scenario" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "SigningBasket_delete_key" AFTER DELETE ON public."SigningBasket" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "Transaction_delete_key" AFTER DELETE ON public."Transaction" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
ALTER TABLE ONLY public."Account"
    ADD CONSTRAINT "Account_worldId_ownerId_fkey" FOREIGN KEY ("worldId", "ownerId") REFERENCES public."Customer"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."Agreement"
    ADD CONSTRAINT "Agreement_worldId_ownerId_fkey" FOREIGN KEY ("worldId", "ownerId") REFERENCES public."Customer"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."CardAccount"
    ADD CONSTRAINT "CardAccount_worldId_ownerId_fkey" FOREIGN KEY ("worldId", "ownerId") REFERENCES public."Customer"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."CardTransaction"
    ADD CONSTRAINT "CardTransaction_worldId_cardAccountId_fkey" FOREIGN KEY ("worldId", "cardAccountId") REFERENCES public."CardAccount"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."ConsentAccount"
    ADD CONSTRAINT "ConsentAccount_worldId_accountId_fkey" FOREIGN KEY ("worldId", "accountId") REFERENCES public."Account"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."ConsentAccount"
    ADD CONSTRAINT "ConsentAccount_worldId_consentId_fkey" FOREIGN KEY ("worldId", "consentId") REFERENCES public."Consent"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."ConsentCardAccount"
    ADD CONSTRAINT "ConsentCardAccount_worldId_cardAccountId_fkey" FOREIGN KEY ("worldId", "cardAccountId") REFERENCES public."CardAccount"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."ConsentCardAccount"
    ADD CONSTRAINT "ConsentCardAccount_worldId_consentId_fkey" FOREIGN KEY ("worldId", "consentId") REFERENCES public."Consent"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."Consent"
    ADD CONSTRAINT "Consent_worldId_customerId_fkey" FOREIGN KEY ("worldId", "customerId") REFERENCES public."Customer"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."Engagement"
    ADD CONSTRAINT "Engagement_worldId_accountId_fkey" FOREIGN KEY ("worldId", "accountId") REFERENCES public."Account"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."Engagement"
    ADD CONSTRAINT "Engagement_worldId_agreementId_fkey" FOREIGN KEY ("worldId", "agreementId") REFERENCES public."Agreement"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."Engagement"
    ADD CONSTRAINT "Engagement_worldId_customerId_fkey" FOREIGN KEY ("worldId", "customerId") REFERENCES public."Customer"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."Execution"
    ADD CONSTRAINT "Execution_worldId_paymentId_fkey" FOREIGN KEY ("worldId", "paymentId") REFERENCES public."Payment"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."PaymentEntry"
    ADD CONSTRAINT "PaymentEntry_worldId_paymentId_fkey" FOREIGN KEY ("worldId", "paymentId") REFERENCES public."Payment"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."Payment"
    ADD CONSTRAINT "Payment_worldId_basketId_fkey" FOREIGN KEY ("worldId", "basketId") REFERENCES public."SigningBasket"("worldId", id);
ALTER TABLE ONLY public."Transaction"
    ADD CONSTRAINT "Transaction_worldId_accountId_fkey" FOREIGN KEY ("worldId", "accountId") REFERENCES public."Account"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
