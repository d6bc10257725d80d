import Methodical

// Each name without an argument stands for the attribution model that the server takes by default.

/// Sources of visits by an attribution model.
extension Metrika.VisitsDimension {
    public static func advEngine(attribution: Metrika.Attribution) -> Self {
        advEngine.attributed(by: attribution)
    }
    public static func currency(attribution: Metrika.Attribution) -> Self {
        currency.attributed(by: attribution)
    }
    public static func directBannerGroup(attribution: Metrika.Attribution) -> Self {
        directBannerGroup.attributed(by: attribution)
    }
    public static func directClickBanner(attribution: Metrika.Attribution) -> Self {
        directClickBanner.attributed(by: attribution)
    }
    public static func directClickOrder(attribution: Metrika.Attribution) -> Self {
        directClickOrder.attributed(by: attribution)
    }
    public static func directConditionType(attribution: Metrika.Attribution) -> Self {
        directConditionType.attributed(by: attribution)
    }
    public static func directPhraseOrCond(attribution: Metrika.Attribution) -> Self {
        directPhraseOrCond.attributed(by: attribution)
    }
    public static func directPlatform(attribution: Metrika.Attribution) -> Self {
        directPlatform.attributed(by: attribution)
    }
    public static func directPlatformType(attribution: Metrika.Attribution) -> Self {
        directPlatformType.attributed(by: attribution)
    }
    public static func directSearchPhrase(attribution: Metrika.Attribution) -> Self {
        directSearchPhrase.attributed(by: attribution)
    }
    public static func displayCampaign(attribution: Metrika.Attribution) -> Self {
        displayCampaign.attributed(by: attribution)
    }
    public static func from(attribution: Metrika.Attribution) -> Self { from.attributed(by: attribution) }
    public static func hasGCLID(attribution: Metrika.Attribution) -> Self {
        hasGCLID.attributed(by: attribution)
    }
    public static func messenger(attribution: Metrika.Attribution) -> Self {
        messenger.attributed(by: attribution)
    }
    public static func openstatAd(attribution: Metrika.Attribution) -> Self {
        openstatAd.attributed(by: attribution)
    }
    public static func openstatCampaign(attribution: Metrika.Attribution) -> Self {
        openstatCampaign.attributed(by: attribution)
    }
    public static func openstatService(attribution: Metrika.Attribution) -> Self {
        openstatService.attributed(by: attribution)
    }
    public static func openstatSource(attribution: Metrika.Attribution) -> Self {
        openstatSource.attributed(by: attribution)
    }
    public static func qrCodeProvider(attribution: Metrika.Attribution) -> Self {
        qrCodeProvider.attributed(by: attribution)
    }
    public static func recommendationSystem(attribution: Metrika.Attribution) -> Self {
        recommendationSystem.attributed(by: attribution)
    }
    public static func referalSource(attribution: Metrika.Attribution) -> Self {
        referalSource.attributed(by: attribution)
    }
    public static func searchEngine(attribution: Metrika.Attribution) -> Self {
        searchEngine.attributed(by: attribution)
    }
    public static func searchEngineRoot(attribution: Metrika.Attribution) -> Self {
        searchEngineRoot.attributed(by: attribution)
    }
    public static func searchPhrase(attribution: Metrika.Attribution) -> Self {
        searchPhrase.attributed(by: attribution)
    }
    public static func socialNetwork(attribution: Metrika.Attribution) -> Self {
        socialNetwork.attributed(by: attribution)
    }
    public static func socialNetworkProfile(attribution: Metrika.Attribution) -> Self {
        socialNetworkProfile.attributed(by: attribution)
    }
    public static func sourceEngine(attribution: Metrika.Attribution) -> Self {
        sourceEngine.attributed(by: attribution)
    }
    public static func trafficSource(attribution: Metrika.Attribution) -> Self {
        trafficSource.attributed(by: attribution)
    }
    public static func utmCampaign(attribution: Metrika.Attribution) -> Self {
        utmCampaign.attributed(by: attribution)
    }
    public static func utmContent(attribution: Metrika.Attribution) -> Self {
        utmContent.attributed(by: attribution)
    }
    public static func utmMedium(attribution: Metrika.Attribution) -> Self {
        utmMedium.attributed(by: attribution)
    }
    public static func utmSource(attribution: Metrika.Attribution) -> Self {
        utmSource.attributed(by: attribution)
    }
    public static func utmTerm(attribution: Metrika.Attribution) -> Self { utmTerm.attributed(by: attribution) }
}

/// Campaigns in Yandex Direct by an attribution model.
extension Metrika.AdClickDimension {
    public static func currency(attribution: Metrika.Attribution) -> Self {
        currency.attributed(by: attribution)
    }
    public static func directBanner(attribution: Metrika.Attribution) -> Self {
        directBanner.attributed(by: attribution)
    }
    public static func directBannerGroup(attribution: Metrika.Attribution) -> Self {
        directBannerGroup.attributed(by: attribution)
    }
    public static func directConditionType(attribution: Metrika.Attribution) -> Self {
        directConditionType.attributed(by: attribution)
    }
    public static func directOrder(attribution: Metrika.Attribution) -> Self {
        directOrder.attributed(by: attribution)
    }
    public static func directPhraseOrCond(attribution: Metrika.Attribution) -> Self {
        directPhraseOrCond.attributed(by: attribution)
    }
    public static func directPlatform(attribution: Metrika.Attribution) -> Self {
        directPlatform.attributed(by: attribution)
    }
    public static func directPlatformType(attribution: Metrika.Attribution) -> Self {
        directPlatformType.attributed(by: attribution)
    }
    public static func directSearchPhrase(attribution: Metrika.Attribution) -> Self {
        directSearchPhrase.attributed(by: attribution)
    }
    public static func displayCampaign(attribution: Metrika.Attribution) -> Self {
        displayCampaign.attributed(by: attribution)
    }
}

/// Sources with expenses by an attribution model.
extension Metrika.AdExpenseDimension {
    public static func expenseCampaign(attribution: Metrika.Attribution) -> Self {
        expenseCampaign.attributed(by: attribution)
    }
    public static func expenseContent(attribution: Metrika.Attribution) -> Self {
        expenseContent.attributed(by: attribution)
    }
    public static func expenseMedium(attribution: Metrika.Attribution) -> Self {
        expenseMedium.attributed(by: attribution)
    }
    public static func expenseSource(attribution: Metrika.Attribution) -> Self {
        expenseSource.attributed(by: attribution)
    }
    public static func expenseTerm(attribution: Metrika.Attribution) -> Self {
        expenseTerm.attributed(by: attribution)
    }
    public static func sourceEngine(attribution: Metrika.Attribution) -> Self {
        sourceEngine.attributed(by: attribution)
    }
    public static func trafficSource(attribution: Metrika.Attribution) -> Self {
        trafficSource.attributed(by: attribution)
    }
}
